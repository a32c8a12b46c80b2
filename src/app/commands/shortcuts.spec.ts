import { afterEach, describe, expect, test, vi } from 'vitest';
import { ASSET_ACTIONS } from '@/features/assets/actions/asset-actions';
import { CELL_ACTIONS } from '@/features/batches/grid/cell-actions';
import { commandOf, JOB_ACTION_IDS, JOB_ACTIONS } from '@/features/jobs/actions/job-actions';
import { RUN_ACTIONS } from '@/features/models/actions/run-actions';
import { FILE_ACTIONS } from '@/features/models/result/file-actions';
import { englishOf } from '@/lib/i18n/messages';
import { createKeyMatcher } from '@/lib/keyboard/keys';
import { mounted, runCommand, type CommandHandler } from '@/shared/commands/mounted-commands';
import { changeKeys, keymapSetting, keysOf, resetKeys } from '@/shared/commands/keymap';
import { COMMAND_KEYS, type CommandId } from '@/shared/commands/command-keys';
import { findCommandHandler, keysOfCommand, type CommandScope } from './command';
import { findConflicts, reservedReason, shortcutTitle } from './key-conflicts';
import { scoreOf } from './palette-search';
import { appliesAt, COMMANDS, placeOf } from './shortcuts';

const SCOPES: readonly CommandScope[] = [
  'everywhere',
  'jobs',
  'job',
  'viewer',
  'drafts',
  'editor',
  'assets',
  'models',
  'model',
  'batch',
];

describe('the command table', () => {
  test('gives each command a unique id and title', () => {
    expect(new Set(COMMANDS.map(({ id }) => id)).size).toBe(COMMANDS.length);
    const titles = COMMANDS.map(({ group, title }) => `${group}: ${englishOf(title)}`);
    expect(new Set(titles).size).toBe(COMMANDS.length);
  });

  test('gives each command an action or a list', () => {
    for (const { id, list, commands = [] } of COMMANDS)
      expect([id, list !== undefined || commands.length > 0]).toEqual([id, true]);
  });

  test.each(SCOPES)('has no two commands with the same keys at: %s', (place) => {
    const keys = COMMANDS.filter((command) => appliesAt(command, place)).flatMap(keysOfCommand);
    expect(new Set(keys).size).toBe(keys.length);
    // `g` alone would make `g j` wait for nothing.
    for (const one of keys) expect(keys.filter((other) => other.startsWith(`${one} `))).toEqual([]);
  });

  test('has only key sequences that can be pressed', () => {
    const bindings = COMMANDS.flatMap((command) =>
      keysOfCommand(command)
        .filter((keys) => keys.includes(' '))
        .map((keys) => ({ id: command.id, keys })),
    );
    expect(bindings.length).toBeGreaterThan(4);
    for (const { id, keys } of bindings) {
      const matcher = createKeyMatcher(() => bindings);
      const last = keys
        .split(' ')
        .map((name, index) => matcher.press(name, index))
        .at(-1);
      expect(last).toEqual({ kind: 'matched', id });
    }
  });

  test.each(['light', 'dark'])('finds only the theme by its name: %s', (typed) => {
    const found = COMMANDS.filter(
      ({ id, title, keywords }) =>
        scoreOf(id, typed, [englishOf(title), ...(keywords ? [englishOf(keywords)] : [])]) > 0,
    );
    expect(found.map(({ id }) => id)).toEqual([`theme-${typed}`]);
  });

  test.each([
    ['/local/jobs', 'jobs'],
    ['/local/jobs/3f0c', 'job'],
    ['/local/submit', 'drafts'],
    ['/local/submit/3f0c', 'editor'],
    ['/local/batches', 'everywhere'],
    ['/local/batches/3f0c', 'batch'],
    ['/local/models', 'models'],
    ['/local/models/bfl/flux-2-pro', 'model'],
    ['/local/models/runs', 'model'],
    ['/', 'everywhere'],
  ])('maps %s to the place %s', (pathname, place) => {
    expect(placeOf(pathname)).toBe(place);
  });
});

describe('the commands of actions on jobs', () => {
  test.each(['jobs', 'job'] as const)('have the words and keys of the table at: %s', (place) => {
    const ids = JOB_ACTION_IDS.flatMap((id) => (commandOf(id, place === 'job') ? [id] : []));
    expect(ids.length).toBeGreaterThan(9);
    for (const id of ids) {
      const command = commandOf(id, place === 'job');
      const titles = COMMANDS.filter((one) => one.place === place && one.commands?.[0] === command);
      expect(titles.map(({ title }) => title)).toEqual([JOB_ACTIONS[id].label]);
    }
  });
});

test.each([
  ['batch', CELL_ACTIONS],
  ['assets', ASSET_ACTIONS],
  ['model', { ...RUN_ACTIONS, ...FILE_ACTIONS }],
])('the commands of actions have the words of their table at: %s', (at, actions) => {
  const rows = Object.values(actions).filter(({ command }) => command !== undefined);
  expect(rows.length).toBeGreaterThan(4);
  for (const { command, label } of rows) {
    const titles = COMMANDS.filter(({ place, commands }) => place === at && commands?.[0] === command);
    expect(titles.map(({ title }) => title)).toEqual([label]);
  }
});

test('actions on runs of models are not listed as actions on models', () => {
  const ofModels = COMMANDS.filter(({ group }) => group === 'models').map(({ title }) => title);
  expect(ofModels).toEqual(['Next model', 'Previous model', 'Open the model', 'Run the model']);
});

describe('customized shortcuts', () => {
  afterEach(resetKeys);

  test('exist only for commands that the shortcut sheet lists', () => {
    const used = new Set(COMMANDS.flatMap(({ commands = [] }) => commands));
    expect((Object.keys(COMMAND_KEYS) as CommandId[]).filter((id) => !used.has(id))).toEqual([]);
  });

  test('apply to all commands that share the shortcut', () => {
    changeKeys({ star: ['u'] });
    const keys = COMMANDS.filter(({ commands }) => commands?.includes('star')).map(keysOfCommand);
    expect(keys.length).toBeGreaterThan(2);
    expect(new Set(keys.flat())).toEqual(new Set(['u']));
  });

  test('conflict with shortcuts of the same page, and with the start of a sequence', () => {
    expect(findConflicts('star', 'r')).toEqual(['run-again']);
    expect(findConflicts('run-again', 'mod+Enter')).toEqual([]);
    expect(findConflicts('star', 'g')).toEqual([
      'go-jobs',
      'go-submit',
      'go-assets',
      'go-models',
      'go-batches',
      'go-outbox',
      'go-settings',
    ]);
    expect(findConflicts('help', 'u')).toEqual([]);
    changeKeys({ 'run-again': ['u'] });
    expect(findConflicts('star', 'r')).toEqual([]);
    expect(findConflicts('help', 'u')).toEqual(['run-again']);
    expect(shortcutTitle('run-again')).toBe('Run again');
  });

  test('cannot use keys of buttons and dialogs, nor a modifier alone', () => {
    expect(reservedReason('Enter')).toMatch(/use this key/);
    for (const key of ['Shift', 'mod+Control', 'mod+shift+Shift']) expect(reservedReason(key)).toBe('');
    expect(reservedReason('mod+Enter')).toBeNull();
  });

  test('ignore invalid stored values', async () => {
    vi.resetModules();
    const { keymapSetting } = await import('@/shared/commands/keymap');
    let stored: string | null = null;
    vi.stubGlobal('localStorage', { getItem: () => stored });
    const read = (text: string | null) => {
      stored = text;
      return keymapSetting.get();
    };
    expect(read('{"star":["u"],"run-again":[]}')).toEqual({ star: ['u'], 'run-again': [] });
    expect(read('{"star":"u","nothing":["u"],"help":["two words","x"],"tags":[7],"fit":["a b"]}')).toEqual({
      fit: ['a b'],
    });
    for (const text of [null, '', '[', 'null', '7']) expect(read(text)).toEqual({});
    vi.unstubAllGlobals();
  });

  test('are removed when the default keys are restored', () => {
    changeKeys({ star: ['u'] });
    changeKeys({ star: ['s'] });
    expect([keysOf('star'), keymapSetting.get()]).toEqual([['s'], {}]);
  });
});

describe('a mounted component', () => {
  const cancel = COMMANDS.find(({ id }) => id === 'job-cancel');
  if (!cancel) throw new Error('There is no such command.');
  const withCancel = (handler: CommandHandler) => {
    const entry = { handlers: () => ({ cancel: handler }) };
    mounted.add(entry);
    return () => mounted.delete(entry);
  };

  test('runs a command while it is mounted', () => {
    expect(findCommandHandler(cancel)).toBeNull();
    let done = 0;
    const leave = withCancel({ run: () => void (done += 1) });
    expect(findCommandHandler(cancel)).toMatchObject({ run: expect.any(Function) });
    expect([runCommand('cancel'), done]).toEqual([true, 1]);
    leave();
    expect([findCommandHandler(cancel), runCommand('cancel')]).toEqual([null, false]);
  });

  test('gives the reason why a command is disabled, and does not run it', () => {
    let done = 0;
    const leave = withCancel({ run: () => void (done += 1), disabledReason: 'This job has already ended: failed.' });
    expect(findCommandHandler(cancel)?.disabledReason).toBe('This job has already ended: failed.');
    expect([runCommand('cancel'), done]).toEqual([true, 0]);
    leave();
  });

  test('does not run a command that is unavailable', () => {
    const leave = withCancel({ run: () => true, isAvailable: () => false });
    expect([findCommandHandler(cancel), runCommand('cancel')]).toEqual([null, false]);
    leave();
  });
});
