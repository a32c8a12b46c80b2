import { describe, expect, test } from 'vitest';
import { jobIdIn, jobValue, scoreOf } from './palette-search';

const ID = '7f3d2c1b-9a8e-4d6f-b012-3c4d5e6f7a8b';

describe('finding in the palette', () => {
  test('by the name, its parts, its initials and by other words', () => {
    expect(scoreOf('command:jobs', 'jobs', ['Jobs'])).toBeCloseTo(1, 2);
    expect(scoreOf('job:1', 'coral 7', ['Coral sweep · seed 7'])).toBeGreaterThan(0);
    expect(scoreOf('job:1', 'cs', ['Coral sweep'])).toBeGreaterThan(0);
    expect(scoreOf('command:sample', 'demo', ['Open a sample…', 'example demo workflow'])).toBeGreaterThan(0);
  });

  test('the better likeness stands higher', () => {
    const whole = scoreOf('a', 'ink', ['Ink study']);
    expect(whole).toBeGreaterThan(scoreOf('b', 'ink', ['Upscale in kind']));
  });

  test('letters strewn over a title are none', () => {
    expect(scoreOf('job:1', 'coral', ['Cancel of our old barrel'])).toBe(0);
    expect(scoreOf('job:1', 'zzz', ['Coral'])).toBe(0);
  });

  test('other words count from their start only', () => {
    const words = ['Connection', 'server memory health'];
    expect(scoreOf('command:connection', 'ha', words)).toBe(0);
    expect(scoreOf('command:connection', 'mem conn', words)).toBeGreaterThan(0);
    expect(scoreOf('command:connection', 'health', words)).toBeLessThan(scoreOf('job:1', 'health', ['Health check']));
  });

  test('a job by the start of its id, but not by letters in it', () => {
    expect(scoreOf(jobValue(ID), '7f3d', ['Coral'])).toBe(1);
    expect(scoreOf(jobValue(ID), '7F3D2C1B', ['Coral'])).toBe(1);
    expect(scoreOf(jobValue(ID), '9a8e', ['Coral'])).toBe(0);
    expect(scoreOf(jobValue(ID), '7f3', ['Coral'])).toBe(0);
  });

  test('ids, typed or pasted with what stands around them', () => {
    expect(jobIdIn(ID, false)).toBe(ID);
    expect(jobIdIn(`  ${ID.toUpperCase()} `, false)).toBe(ID);
    expect(jobIdIn(`http://127.0.0.1:8189/local/jobs/${ID}?tab=log`, false)).toBe(ID);
    expect(jobIdIn('7f3d2c1b', false)).toBeNull();
  });

  test('other shapes of ids only where an id was asked for', () => {
    expect(jobIdIn('job_17', true)).toBe('job_17');
    expect(jobIdIn('https://example.com/api/v2/jobs/job_17/events', true)).toBe('job_17');
    expect(jobIdIn('two words', true)).toBeNull();
    expect(jobIdIn(' ', true)).toBeNull();
  });
});
