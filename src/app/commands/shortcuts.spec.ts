import { afterEach, describe, expect, test } from 'vitest';
import { createKeyMatcher } from '@/lib/keys';
import { offerActions, pageAction } from '@/shared/page-actions';
import { changeKeys, keysOf, parseKeymap, resetKeys } from '@/shared/shortcuts/keymap';
import { SHORTCUTS, type ShortcutId } from '@/shared/shortcuts/shortcut-table';
import { keysOfCommand, type CommandContext, type Place } from './command';
import { findConflicts, reservedReason, shortcutTitle } from './key-conflicts';
import { JOB_COMMANDS } from './job-commands';
import { scoreOf } from './palette-search';
import { appliesAt, COMMANDS, placeOf } from './shortcuts';

const PLACES: readonly Place[] = ['everywhere', 'jobs', 'job', 'viewer', 'editor', 'assets', 'models', 'model'];

describe('the table of commands', () => {
  test('each has an id and a title of its own', () => {
    expect(new Set(COMMANDS.map(({ id }) => id)).size).toBe(COMMANDS.length);
    const titles = COMMANDS.map(({ group, title }) => `${group}: ${title}`);
    expect(new Set(titles).size).toBe(COMMANDS.length);
  });

  test('each can be reached: by keys or from the palette', () => {
    for (const { id, shortcuts, isKeyOnly } of COMMANDS)
      expect([id, shortcuts !== undefined || isKeyOnly !== true]).toEqual([id, true]);
  });

  test('each does something: itself, by a list, or by keys that its page listens to', () => {
    for (const { id, run, list, shortcuts, place } of COMMANDS) {
      expect([id, Boolean(run) || Boolean(list) || (Boolean(shortcuts) && place !== 'everywhere')]).toEqual([id, true]);
    }
  });

  test.each(PLACES)('no two answer to the same keys in one place: %s', (place) => {
    const keys = COMMANDS.filter((command) => appliesAt(command, place)).flatMap(keysOfCommand);
    expect(new Set(keys).size).toBe(keys.length);
    // `g` alone would make `g j` wait for nothing.
    for (const one of keys) expect(keys.filter((other) => other.startsWith(`${one} `))).toEqual([]);
  });

  test('all keys that the shell listens to are matched by what people press', () => {
    const bindings = COMMANDS.filter(({ run, place }) => run && place === 'everywhere').flatMap((command) =>
      keysOfCommand(command).map((keys) => ({ id: command.id, keys })),
    );
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

describe('changed shortcuts', () => {
  afterEach(resetKeys);

  test('every shortcut belongs to a command, which names it in the sheet', () => {
    const used = new Set(COMMANDS.flatMap(({ shortcuts = [] }) => shortcuts));
    expect((Object.keys(SHORTCUTS) as ShortcutId[]).filter((id) => !used.has(id))).toEqual([]);
  });

  test('all commands of a shortcut get its new keys', () => {
    changeKeys({ star: ['u'] });
    const keys = COMMANDS.filter(({ shortcuts }) => shortcuts?.includes('star')).map(keysOfCommand);
    expect(keys.length).toBeGreaterThan(2);
    expect(new Set(keys.flat())).toEqual(new Set(['u']));
  });

  test('a key conflicts with the shortcuts of the same page, and with the start of a sequence', () => {
    expect(findConflicts('star', 'r')).toEqual(['run-again']);
    expect(findConflicts('run-again', 'mod+Enter')).toEqual([]);
    expect(findConflicts('star', 'g')).toEqual([
      'go-jobs',
      'go-submit',
      'go-assets',
      'go-models',
      'go-outbox',
      'go-settings',
    ]);
    expect(findConflicts('help', 'u')).toEqual([]);
    changeKeys({ 'run-again': ['u'] });
    expect(findConflicts('star', 'r')).toEqual([]);
    expect(findConflicts('help', 'u')).toEqual(['run-again']);
    expect(shortcutTitle('run-again')).toBe('Run the selected jobs again…');
  });

  test('keys of buttons and dialogs are not given away, and a modifier alone is no key', () => {
    expect(reservedReason('Enter')).toMatch(/use this key/);
    for (const key of ['Shift', 'mod+Control', 'mod+shift+Shift']) expect(reservedReason(key)).toBe('');
    expect(reservedReason('mod+Enter')).toBeNull();
  });

  test('what is stored is read with care', () => {
    expect(parseKeymap('{"star":["u"],"run-again":[]}')).toEqual({ star: ['u'], 'run-again': [] });
    expect(parseKeymap('{"star":"u","nothing":["u"],"help":["two words","x"],"tags":[7],"fit":["a b"]}')).toEqual({
      fit: ['a b'],
    });
    for (const text of [null, '', '[', 'null', '7']) expect(parseKeymap(text)).toEqual({});
    changeKeys({ star: ['s'] });
    expect(keysOf('star')).toEqual(['s']);
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
