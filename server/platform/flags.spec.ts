import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fc } from '@contract/testing/properties';
import { describe, expect, onTestFinished, test } from 'vitest';
import { COMMANDS } from './commands';
import { FLAGS } from './flags';
import { ignoredFlags, readFlags, SECRET_FLAGS } from './read-flags';
import { platformDataFolder } from './gateway-options';

const read = (args: string[], environment: NodeJS.ProcessEnv = {}) => readFlags(args, environment);
const options = (args: string[], environment: NodeJS.ProcessEnv = {}) => {
  const result = read(args, environment);
  if (result.kind !== 'run') throw new Error(`Expected options, got ${JSON.stringify(result)}`);
  return result.options;
};
const rejection = (args: string[], environment: NodeJS.ProcessEnv = {}) => {
  const result = read(args, environment);
  return result.kind === 'refused' ? result.message : result;
};

const literally = (text: string) => new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);

describe('reading flags', () => {
  test('J-1.26 the defaults keep the gateway on 8189, results for ten years', () => {
    expect(options([])).toMatchObject({ port: 8189, token: null, engine: 'auto', queueDepth: 1000, open: false });
    expect(options([]).comfyui).toEqual([]);
    expect(options([]).retentionMs).toBe(10 * 365 * 24 * 3600 * 1000);
  });

  test('a flag overrides its variable, and an empty variable counts as unset', () => {
    expect(options(['--port', '9000'], { FLOWDECK_PORT: '9100' }).port).toBe(9000);
    expect(options([], { FLOWDECK_PORT: '9100' }).port).toBe(9100);
    expect(options([], { FLOWDECK_PORT: '' }).port).toBe(8189);
    expect(options(['--port', '9000'], { FLOWDECK_PORT: 'nonsense' }).port).toBe(9000);
  });

  test('lists: repeated flags add up, variables are split at commas, flags replace the variable', () => {
    const environment = { FLOWDECK_ALLOW_ORIGIN: 'https://a.example, https://b.example:8443' };
    expect(options([], environment).allowedOrigins).toEqual(['https://a.example', 'https://b.example:8443']);
    expect(
      options(['--allow-origin=https://c.example', '--allow-origin', 'https://d.example/'], environment).allowedOrigins,
    ).toEqual(['https://c.example', 'https://d.example']);
  });

  test.each([
    [['--retention', '7d'], { retentionMs: 604_800_000 }],
    [['--retention=90s'], { retentionMs: 90_000 }],
    [['--max-upload-mb', '10'], { maxUploadBytes: 10 * 1024 * 1024 }],
    [['--max-storage', '50GB'], { maxStorageBytes: 50 * 1024 ** 3 }],
    [['--max-storage=500mb'], { maxStorageBytes: 500 * 1024 ** 2 }],
    [['--model-rate', '5/90s'], { modelRate: { calls: 5, windowMs: 90_000 } }],
    [['--model-spend-usd', '5'], { modelSpendCents: 500 }],
    [['--allow-host', 'Studio.Example', '--token', 't'], { allowedHosts: ['studio.example'] }],
    [['--public-url', 'https://flow.example/', '--token', 't'], { publicUrl: 'https://flow.example' }],
    [
      ['--public-url', 'https://x.example:8443/my/deck/', '--token', 't'],
      { publicUrl: 'https://x.example:8443/my/deck' },
    ],
    [['--public-url', 'https://flow.example', '--no-token'], { publicUrl: 'https://flow.example', token: null }],
    [['--trust-proxy', '127.0.0.1', '--trust-proxy=::1'], { trustedProxies: ['127.0.0.1', '::1'] }],
    [['--end-sessions'], { endSessions: true }],
    [['--engine', 'embedded'], { engine: 'embedded' }],
    [
      ['--comfyui', 'big=http://10.0.0.5:8188/', '--comfyui=http://127.0.0.1:8288'],
      {
        comfyui: [
          { name: 'big', url: 'http://10.0.0.5:8188' },
          { name: '127.0.0.1:8288', url: 'http://127.0.0.1:8288' },
        ],
      },
    ],
    [['--comfyui', 'http://[::1]:8188'], { comfyui: [{ name: '[::1]:8188', url: 'http://[::1]:8188' }] }],
    [
      ['--backup-to', '/b', '--backup-every', '6h', '--backup-keep=3'],
      { scheduledBackups: { to: path.resolve('/b'), everyMs: 6 * 3600 * 1000, keep: 3 } },
    ],
    [['--open'], { open: true }],
    [['--token', 'a=b='], { token: 'a=b=' }],
    [['--token=a=b='], { token: 'a=b=' }],
  ] as const)('%j is valid', (args, expected) => {
    expect(options([...args])).toMatchObject(expected);
  });

  test.each([
    [['--prot', '1'], 'Unknown flag "--prot" (did you mean --port?); flowdeck --help lists them all.'],
    [['--tokens', 'x'], 'Unknown flag "--tokens" (did you mean --token?); flowdeck --help lists them all.'],
    [['--retain', '7d'], 'Unknown flag "--retain" (did you mean --retention?); flowdeck --help lists them all.'],
    [['--sparkle'], 'Unknown flag "--sparkle"; flowdeck --help lists them all.'],
    [['9000'], 'Unknown command "9000"; flowdeck --help lists them all.'],
    [['verfy'], 'Unknown command "verfy" (did you mean verify?); flowdeck --help lists them all.'],
    [['backup'], 'flowdeck backup needs a folder for the backups: --to <folder>.'],
    [['backup', '--to', 'x', '--keep', '0'], '--keep needs a whole number from 1 to 100000, not "0".'],
    [['restore', '--to', 'x'], 'flowdeck restore does not accept --to.'],
    [['restore'], 'flowdeck restore needs the folder of the backups: --from <folder>.'],
    [['--to', 'x'], 'flowdeck does not accept --to.'],
    [['verify', '--port', '1'], 'flowdeck verify does not accept --port.'],
    [
      ['verify', '--data-dri', 'x'],
      'Unknown flag "--data-dri" (did you mean --data-dir?); flowdeck verify --help lists them all.',
    ],
    [['--port', '1', 'verify'], 'Unknown flag "verify"; flowdeck --help lists them all.'],
    [['--model-rate', '5'], '--model-rate needs a rate such as 600/1m, not "5".'],
    [['--port', '70000'], '--port needs a whole number from 0 to 65535, not "70000".'],
    [['--port', '80.5'], '--port needs a whole number from 0 to 65535, not "80.5".'],
    [['--port'], '--port needs a value: --port <number>.'],
    [['--port', '1', '--port', '2'], '--port is given twice.'],
    [['--token', '--open'], '--token needs a value: --token <text>.'],
    [['--token='], '--token needs a value: --token <text>.'],
    [['--token', 'two words'], '--token needs visible ASCII characters without spaces.'],
    [['--open=yes'], '--open does not accept a value.'],
    [['--engine', 'gpu'], '--engine needs one of auto, embedded, comfyui, not "gpu".'],
    [['--retention', '0d'], '--retention needs a time such as 12h, 7d or 10y (at most 100y), not "0d".'],
    [['--retention', '999y'], '--retention needs a time such as 12h, 7d or 10y (at most 100y), not "999y".'],
    [['--max-storage', '0GB'], '--max-storage needs a size such as 500MB, 50GB or 2TB (at most 1000TB), not "0GB".'],
    [['--max-storage', '50'], '--max-storage needs a size such as 500MB, 50GB or 2TB (at most 1000TB), not "50".'],
    [['--allow-host', 'https://x'], /^--allow-host needs a host name/],
    [['--allow-origin', '*'], /^--allow-origin needs an address/],
    [['--public-url', 'x.example/deck'], /^--public-url needs an address such as/],
    [['--public-url', 'https://x.example/a deck'], /^--public-url needs an address such as/],
    [['--public-url', 'https://x.example/deck?a=b'], /^--public-url needs an address such as/],
    [['--public-url', 'https://x.example/api'], '--public-url needs another path: the gateway itself uses /api.'],
    [['--allow-origin', 'https://x.example/deck'], /^--allow-origin needs an address .* without a path/],
    [['--comfyui', 'localhost:8188'], /^--comfyui needs an address/],
    [['--comfyui', 'a b=http://x:1'], /^--comfyui needs a name of up to 60 letters/],
    [['--comfyui', 'embedded=http://x:1'], /^--comfyui needs a name/],
    [['--comfyui', 'a=http://x:1', '--comfyui', 'a=http://x:2'], '--comfyui gives the name "a" twice.'],
    [['--comfyui', 'a=http://x:1', '--comfyui', 'b=http://x:1'], '--comfyui names http://x:1 twice.'],
    [['--backup-keep', '3'], 'The scheduled backups have no folder: give --backup-to, too.'],
    [['--backup-to', '/b', '--backup-every', '6'], /^--backup-every needs a time such as/],
    [['--trust-proxy', 'localhost'], '--trust-proxy needs an IP address such as 127.0.0.1, not "localhost".'],
    [['--no-token', '--token', 'x'], '--no-token contradicts the token that is set.'],
  ] as const)('%j is rejected with one sentence', (args, sentence) => {
    expect(rejection([...args])).toMatch(sentence instanceof RegExp ? sentence : literally(sentence));
  });

  test.each(['--public-url=https://flow.example', '--allow-host=flow.example'])(
    '%s without a token is rejected, unless --no-token confirms it',
    (flag) => {
      expect(rejection([flag])).toBe(
        `${flag.split('=')[0]} makes this gateway reachable for others, and it has no token: set FLOWDECK_TOKEN, or give --no-token to leave it open to everyone who reaches it.`,
      );
      expect(options([flag], { FLOWDECK_TOKEN: 'a-token' }).token).toBe('a-token');
      expect(options([flag, '--no-token']).token).toBeNull();
    },
  );

  test('an empty FLOWDECK_TOKEN is rejected: a secret that was not filled in must not start an open gateway', () => {
    const empty = { FLOWDECK_TOKEN: '' };
    expect(rejection([], empty)).toBe(
      'FLOWDECK_TOKEN is empty: set it, remove it, or give --no-token to start without a token.',
    );
    expect(options(['--token', 'x'], empty).token).toBe('x');
    expect(options(['--no-token'], empty).token).toBeNull();
    expect(read(['--help'], empty).kind).toBe('help');
  });

  test('the error of a bad variable names the variable', () => {
    expect(rejection([], { FLOWDECK_QUEUE_DEPTH: '0' })).toBe(
      'FLOWDECK_QUEUE_DEPTH needs a whole number from 1 to 1000000, not "0".',
    );
  });

  test('help is shown even with bad values', () => {
    expect(read(['--port', 'x', '--help'], { FLOWDECK_LOG: 'x' })).toMatchObject({ kind: 'help' });
    expect(read(['--version']).kind).toBe('version');
  });

  test('a command comes first, and without one the gateway starts', () => {
    expect(read([])).toMatchObject({ kind: 'run', command: 'start' });
    expect(read(['start', '--port', '9000'])).toMatchObject({ command: 'start', options: { port: 9000 } });
    expect(read(['verify', '--data-dir', '/data'])).toMatchObject({
      command: 'verify',
      options: { dataDir: path.resolve('/data') },
    });
    expect(read(['verify', '--version']).kind).toBe('version');
    expect(read(['backup', '--to', '/b', '--keep', '3'])).toMatchObject({
      command: 'backup',
      options: { backup: { to: path.resolve('/b'), keep: 3 } },
    });
    expect(read(['restore', '--from', '/b', '--backup', 'x', '--data-dir', '/new'])).toMatchObject({
      command: 'restore',
      options: { restore: { from: path.resolve('/b'), backup: 'x' }, dataDir: path.resolve('/new') },
    });
  });

  test('a command reads the variables of its own flags only', () => {
    const environment = { FLOWDECK_DATA_DIR: '/data', FLOWDECK_PORT: 'x', FLOWDECK_PUBLIC_URL: 'https://flow.example' };
    expect(read(['verify'], environment)).toMatchObject({
      command: 'verify',
      options: { dataDir: path.resolve('/data') },
    });
    expect(rejection([], environment)).toMatch(/^FLOWDECK_PORT /);
  });

  test.each([
    ['/app/bin/flowdeck.mjs', [], 'flowdeck'],
    ['/app/bin/flowdeck.mjs', ['verify'], 'flowdeck verify'],
    ['/clone/scripts/start.mjs', [], 'npm start --'],
    ['/clone/scripts/start.mjs', ['verify'], 'npm start -- verify'],
    ['/clone/scripts/verify.mjs', ['verify'], 'npm run verify --'],
  ])('%s %j is named as users start it: %s', (script, command, commandLine) => {
    const [, before = ''] = process.argv;
    process.argv[1] = script;
    onTestFinished(() => {
      process.argv[1] = before;
    });
    expect(rejection([...command, '--sparkle'])).toBe(
      `Unknown flag "--sparkle"; ${commandLine} --help lists them all.`,
    );
    const help = read([...command, '--help']);
    expect(help.kind === 'help' && help.text.split(' [')[0]).toBe(`Usage: ${commandLine}`);
  });

  test('any input results in options, help or one sentence, and never throws', () => {
    const names = [...FLAGS, ...COMMANDS].map(({ name }) => name);
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...names), fc.string())), (args) => {
        const result = read(args);
        return result.kind !== 'refused' || result.message.endsWith('.');
      }),
    );
  });
});

describe('documentation', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const helpOf = (...args: string[]) => {
    const result = read([...args, '--help']);
    return result.kind === 'help' ? result.text : '';
  };

  const helpOfAll = () => COMMANDS.map(({ name }) => helpOf(name)).join('\n');

  test.each(FLAGS)('$name is in the help and in the README, with its variable', ({ name, variable }) => {
    for (const text of [helpOfAll(), readme]) {
      expect(text).toMatch(new RegExp(`(?<![\\w-])${name}(?![\\w-])`));
      expect(text).toContain(variable ?? name);
    }
  });

  test.each(COMMANDS)('the command $name is in the help and in the README', ({ name }) => {
    expect(helpOf()).toMatch(new RegExp(`^  ${name} {2,}\\S`, 'm'));
    expect(readme).toContain(`flowdeck ${name}`);
  });

  test('each help fits a terminal of 80 columns, without spaces at the end of a line', () => {
    for (const text of [helpOf(), ...COMMANDS.map(({ name }) => helpOf(name))]) {
      expect(text.split('\n').filter((line) => line.length > 80 || line !== line.trimEnd())).toEqual([]);
      expect(text.split('\n')[0]).toMatch(/^Usage: flowdeck /);
    }
  });

  test('the help of a command lists its flags only', () => {
    const listed = [...helpOf('verify').matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, name]) => name);
    expect(listed).toEqual(['--data-dir', '--help', '--version']);
    expect(helpOf()).not.toMatch(/--(?:to|keep|from|backup) /);
  });
});

test('the data folder is in the standard folder of the platform', () => {
  const home = '/home/ann';
  expect(platformDataFolder('linux', {}, home)).toBe('/home/ann/.local/share/flowdeck');
  expect(platformDataFolder('linux', { XDG_DATA_HOME: '/data' }, home)).toBe('/data/flowdeck');
  expect(platformDataFolder('linux', { XDG_DATA_HOME: 'data' }, home)).toBe('/home/ann/.local/share/flowdeck');
  expect(platformDataFolder('darwin', {}, home)).toBe('/home/ann/Library/Application Support/Flowdeck');
});

describe('flags of a second start', () => {
  test('are ignored, except for the port of the running gateway', () => {
    expect(ignoredFlags(['--engine', 'embedded', '--port', '8190', '--open'], '8190')).toEqual(['--engine']);
    expect(ignoredFlags(['--port=8191', '--data-dir', '/x'], '8190')).toEqual(['--port']);
  });
});

describe('the flags of a start in the diagnostics report', () => {
  test('are listed with their origin, and without the values of credentials', () => {
    const environment = { FLOWDECK_TOKEN: 'a-secret-token', FLOWDECK_PORT: '1', FLOWDECK_LOG: '', OTHER: 'x' };
    const args = ['--port', '2', '--open', '--webhook=https://ntfy.sh/topic', '--webhook-secret', 'also secret'];
    expect(
      options([...args, '--allow-origin=https://a.example', '--allow-origin=https://b.example'], environment).given,
    ).toEqual([
      { name: '--port', value: '2', from: 'flag' },
      { name: '--token', value: '[removed]', from: 'variable' },
      { name: '--allow-origin', value: 'https://a.example, https://b.example', from: 'flag' },
      { name: '--webhook', value: '[removed]', from: 'flag' },
      { name: '--webhook-secret', value: '[removed]', from: 'flag' },
      { name: '--open', value: null, from: 'flag' },
    ]);
  });

  test('every flag whose name says that it is a credential is known as one', () => {
    const named = FLAGS.filter(({ name, value }) => value !== undefined && /token|secret|key|password/.test(name));
    expect(named.length).toBeGreaterThan(1);
    expect(named.filter(({ name }) => !SECRET_FLAGS.has(name))).toEqual([]);
    const names = new Set(FLAGS.map(({ name }) => name));
    expect([...SECRET_FLAGS].filter((name) => !names.has(name))).toEqual([]);
  });
});
