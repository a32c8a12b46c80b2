import { describe, expect, test } from 'vitest';
import { jobIdIn, jobValue, rankGroups, scoreOf, type PaletteGroup } from './palette-search';

const ID = '7f3d2c1b-9a8e-4d6f-b012-3c4d5e6f7a8b';

describe('the palette search', () => {
  test('finds commands by name, parts of the name, initials and keywords', () => {
    expect(scoreOf('command:jobs', 'jobs', ['Jobs'])).toBeCloseTo(1, 2);
    expect(scoreOf('job:1', 'coral 7', ['Coral sweep · seed 7'])).toBeGreaterThan(0);
    expect(scoreOf('job:1', 'cs', ['Coral sweep'])).toBeGreaterThan(0);
    expect(scoreOf('command:sample', 'demo', ['Open a sample…', 'example demo workflow'])).toBeGreaterThan(0);
  });

  test('ranks better matches higher', () => {
    const whole = scoreOf('a', 'ink', ['Ink study']);
    expect(whole).toBeGreaterThan(scoreOf('b', 'ink', ['Upscale in kind']));
  });

  test('does not match letters that are scattered over a title', () => {
    expect(scoreOf('job:1', 'coral', ['Cancel of our old barrel'])).toBe(0);
    expect(scoreOf('job:1', 'zzz', ['Coral'])).toBe(0);
  });

  test('matches keywords from their start only', () => {
    const words = ['Connection', 'server memory health'];
    expect(scoreOf('command:connection', 'ha', words)).toBe(0);
    expect(scoreOf('command:connection', 'mem conn', words)).toBeGreaterThan(0);
    expect(scoreOf('command:connection', 'health', words)).toBeLessThan(scoreOf('job:1', 'health', ['Health check']));
  });

  test('finds a job by the start of its id, but not by letters within it', () => {
    expect(scoreOf(jobValue(ID), '7f3d', ['Coral'])).toBe(1);
    expect(scoreOf(jobValue(ID), '7F3D2C1B', ['Coral'])).toBe(1);
    expect(scoreOf(jobValue(ID), '9a8e', ['Coral'])).toBe(0);
    expect(scoreOf(jobValue(ID), '7f3', ['Coral'])).toBe(0);
  });

  test('recognizes ids, typed or pasted with surrounding text', () => {
    expect(jobIdIn(ID, false)).toBe(ID);
    expect(jobIdIn(`  ${ID.toUpperCase()} `, false)).toBe(ID);
    expect(jobIdIn(`http://127.0.0.1:8189/local/jobs/${ID}?tab=log`, false)).toBe(ID);
    expect(jobIdIn('7f3d2c1b', false)).toBeNull();
  });

  test('accepts other id formats only where an id is requested', () => {
    expect(jobIdIn('job_17', true)).toBe('job_17');
    expect(jobIdIn('https://example.com/api/v2/jobs/job_17/events', true)).toBe('job_17');
    expect(jobIdIn('two words', true)).toBeNull();
    expect(jobIdIn(' ', true)).toBeNull();
  });
});

describe('the groups of the palette', () => {
  const group = (heading: string, ...titles: string[]): PaletteGroup => ({
    heading,
    entries: titles.map((title) => ({ value: `${heading}:${title}`, title, onSelect: () => undefined })),
  });
  const groups = [group('Go to', 'Running jobs', 'Models'), group('Jobs', 'Mosaic', 'Modern lamp'), group('Servers')];
  const shown = (search: string, of = groups) =>
    rankGroups(of, search).map(({ heading, entries }) => [heading, ...entries.map(({ title }) => title)]);

  test('keep their order while nothing is typed, without empty groups', () => {
    expect(shown('')).toEqual([
      ['Go to', 'Running jobs', 'Models'],
      ['Jobs', 'Mosaic', 'Modern lamp'],
    ]);
  });

  test('are sorted by their best match, like the entries within them', () => {
    expect(shown('models')).toEqual([['Go to', 'Models']]);
    expect(shown('mos')).toEqual([
      ['Jobs', 'Mosaic'],
      ['Go to', 'Models'],
    ]);
    expect(shown('modern')[0]).toEqual(['Jobs', 'Modern lamp']);
    const lamps = [group('Commands', 'Turn on a lamp', 'Lamp oil'), group('Jobs', 'Lamp')];
    expect(shown('lamp', lamps)).toEqual([
      ['Jobs', 'Lamp'],
      ['Commands', 'Lamp oil', 'Turn on a lamp'],
    ]);
  });

  test('have entries that are found by their English title, too', () => {
    const entry = {
      value: 'a',
      title: 'Laufende Jobs',
      englishTitle: 'Running jobs',
      words: ['aktiv', 'active'],
      onSelect: () => undefined,
    };
    const found = (search: string) => rankGroups([{ heading: 'Gehe zu', entries: [entry] }], search).length === 1;
    expect(['laufende', 'rj', 'running', 'aktiv', 'active'].map(found)).toEqual([true, true, true, true, true]);
    expect(found('failed')).toBe(false);
  });

  test('that are fixed come first, whatever was typed', () => {
    expect(shown('mosaic', [...groups, { ...group('By ID', 'Open job 17'), isFixed: true }])).toEqual([
      ['By ID', 'Open job 17'],
      ['Jobs', 'Mosaic'],
    ]);
  });
});
