import { describe, expect, test } from 'vitest';
import { offerActions, pageAction } from '@/shared/page-actions';
import type { CommandContext, Place } from './command';
import { JOB_COMMANDS } from './job-commands';
import { createKeyMatcher } from './keys';
import { scoreOf } from './palette-search';
import { appliesAt, COMMANDS, placeOf } from './shortcuts';

const PLACES: readonly Place[] = ['everywhere', 'jobs', 'job', 'editor', 'assets', 'models', 'model'];

describe('the table of commands', () => {
  test('each has an id and a title of its own', () => {
    expect(new Set(COMMANDS.map(({ id }) => id)).size).toBe(COMMANDS.length);
    expect(new Set(COMMANDS.map(({ title }) => title)).size).toBe(COMMANDS.length);
  });

  test('each can be reached: by keys or from the palette', () => {
    for (const { id, keys, isKeyOnly } of COMMANDS)
      expect([id, keys !== undefined || isKeyOnly !== true]).toEqual([id, true]);
  });

  test('each does something: itself, by a list, or by keys that its page listens to', () => {
    for (const { id, run, list, keys, place } of COMMANDS) {
      expect([id, Boolean(run) || Boolean(list) || (Boolean(keys) && place !== 'everywhere')]).toEqual([id, true]);
    }
  });

  test.each(PLACES)('no two answer to the same keys in one place: %s', (place) => {
    const keys = COMMANDS.filter((command) => appliesAt(command, place)).flatMap((command) => command.keys ?? []);
    expect(new Set(keys).size).toBe(keys.length);
    // `g` alone would make `g j` wait for nothing.
    for (const one of keys) expect(keys.filter((other) => other.startsWith(`${one} `))).toEqual([]);
  });

  test('all keys that the shell listens to are matched by what people press', () => {
    const bindings = COMMANDS.flatMap(({ id, keys = [], run }) => (run ? keys.map((key) => ({ id, keys: key })) : []));
    expect(bindings.length).toBeGreaterThan(4);
    for (const { id, keys } of bindings) {
      const matcher = createKeyMatcher(bindings);
      const last = keys
        .split(' ')
        .map((name, index) => matcher.press(name, index))
        .at(-1);
      expect(last).toEqual({ kind: 'matched', id });
    }
  });

  test.each(['light', 'dark'])('a theme is all that is found by its name: %s', (typed) => {
    const found = COMMANDS.filter(({ id, title, keywords = '' }) => scoreOf(id, typed, [title, keywords]) > 0);
    expect(found.map(({ id }) => id)).toEqual([`theme-${typed}`]);
  });

  test.each([
    ['/local/jobs', 'jobs'],
    ['/local/jobs/3f0c', 'job'],
    ['/local/submit', 'everywhere'],
    ['/local/submit/3f0c', 'editor'],
    ['/local/models', 'models'],
    ['/local/models/bfl/flux-2-pro', 'model'],
    ['/', 'everywhere'],
  ])('the place of %s', (pathname, place) => {
    expect(placeOf(pathname)).toBe(place);
  });
});

describe('what the page of a job offers by name', () => {
  // Only what commands of this kind look at.
  const context = { pageAction } as CommandContext;
  const cancel = JOB_COMMANDS.find(({ id }) => id === 'job-cancel');

  test('is there while the page offers it, and is done by the page', () => {
    expect(cancel?.canRun?.(context)).toBe(false);
    let done = 0;
    const withdraw = offerActions({ 'job-cancel': { run: () => (done += 1) } });
    expect([cancel?.canRun?.(context), cancel?.disabledReason?.(context)]).toEqual([true, null]);
    cancel?.run?.(context);
    expect(done).toBe(1);
    withdraw();
    expect(cancel?.canRun?.(context)).toBe(false);
  });

  test('says why it cannot be done now', () => {
    const disabledReason = 'This job has already ended: failed.';
    const withdraw = offerActions({ 'job-cancel': { run: () => undefined, disabledReason } });
    expect(cancel?.disabledReason?.(context)).toBe(disabledReason);
    withdraw();
  });
});
