import os from 'node:os';
import path from 'node:path';
import { DEFAULT_SETTINGS } from '../deps';
import { BadValue, bearerToken, duration, hostName, httpOrigin, oneOf, rate, wholeNumber } from './flag-values';

/** What the gateway was asked to do, from its flags and its environment; a flag wins over its variable. */
export interface GatewayOptions {
  /** 0: any free port. */
  port: number;
  token: string | null;
  dataDir: string;
  /** Null: `flowdeck.config.json` in the data folder, if it is there. */
  config: string | null;
  /** Null: outputs lie in the data folder only. */
  outputDir: string | null;
  engine: (typeof ENGINES)[number];
  /** Jobs that the scripted engine of the tests takes at once. */
  scriptedParallel: number;
  /** Models of the tests that do nothing but fill the catalog. */
  scriptedModels: number;
  comfyui: string;
  retentionMs: number;
  queueDepth: number;
  maxUploadBytes: number;
  modelDeadlineMs: number;
  maxModelBodyBytes: number;
  modelCalls: number;
  modelSpendCents: number;
  modelRate: { calls: number; windowMs: number };
  allowedOrigins: string[];
  allowedHosts: string[];
  publicUrl: string | null;
  open: boolean;
  log: (typeof LOG_FORMS)[number];
}

export type FlagsResult =
  | { kind: 'run'; options: GatewayOptions }
  | { kind: 'help'; text: string }
  | { kind: 'version' }
  /** One sentence for people. */
  | { kind: 'refused'; message: string };

export interface Flag {
  name: string;
  variable?: string;
  /** What stands for the value in the help; absent: the flag takes none. */
  value?: string;
  isRepeatable?: true;
  /** For the tests only: works, but is in no help. */
  isHidden?: true;
  help: string;
  apply: (options: GatewayOptions, value: string) => void;
}

const ENGINES = ['auto', 'embedded', 'comfyui', 'scripted'] as const;
const LOG_FORMS = ['auto', 'text', 'json'] as const;
const MB = 1024 ** 2;

export const FLAGS: readonly Flag[] = [
  {
    name: '--port',
    variable: 'FLOWDECK_PORT',
    value: 'number',
    help: 'Port on 127.0.0.1, 0 for any free one (default 8189)',
    apply: (options, value) => (options.port = wholeNumber(value, 0, 65_535)),
  },
  {
    name: '--token',
    variable: 'FLOWDECK_TOKEN',
    value: 'text',
    help: 'Demand this bearer token on every request; the variable keeps it out of process lists (default: open)',
    apply: (options, value) => (options.token = bearerToken(value)),
  },
  {
    name: '--data-dir',
    variable: 'FLOWDECK_DATA_DIR',
    value: 'folder',
    help: 'Where jobs and files are kept (default: the data folder of the system)',
    apply: (options, value) => (options.dataDir = path.resolve(value)),
  },
  {
    name: '--config',
    variable: 'FLOWDECK_CONFIG',
    value: 'file',
    help: 'Your own model providers (default: flowdeck.config.json in the data folder, if it is there)',
    apply: (options, value) => (options.config = path.resolve(value)),
  },
  {
    name: '--output-dir',
    variable: 'FLOWDECK_OUTPUT_DIR',
    value: 'folder',
    help: 'Also put outputs here as named files (default: none)',
    apply: (options, value) => (options.outputDir = path.resolve(value)),
  },
  {
    name: '--engine',
    variable: 'FLOWDECK_ENGINE',
    value: 'name',
    help: 'What runs workflows: auto, embedded or comfyui (default auto)',
    apply: (options, value) => (options.engine = oneOf(value, ENGINES)),
  },
  {
    name: '--comfyui',
    variable: 'FLOWDECK_COMFYUI',
    value: 'address',
    help: 'Address of your ComfyUI, for --engine auto and comfyui (default http://127.0.0.1:8188)',
    apply: (options, value) => (options.comfyui = httpOrigin(value)),
  },
  {
    name: '--retention',
    variable: 'FLOWDECK_RETENTION',
    value: 'time',
    help: 'Keep jobs and their outputs this long, such as 12h, 7d or 10y (default 10y)',
    apply: (options, value) => (options.retentionMs = duration(value)),
  },
  {
    name: '--queue-depth',
    variable: 'FLOWDECK_QUEUE_DEPTH',
    value: 'number',
    help: 'Jobs that may wait; more are refused (default 1000)',
    apply: (options, value) => (options.queueDepth = wholeNumber(value, 1, 1_000_000)),
  },
  {
    name: '--max-upload-mb',
    variable: 'FLOWDECK_MAX_UPLOAD_MB',
    value: 'number',
    help: 'Largest file that is taken, in MiB (default 2048)',
    apply: (options, value) => (options.maxUploadBytes = wholeNumber(value, 1, 1_048_576) * MB),
  },
  {
    name: '--model-deadline',
    variable: 'FLOWDECK_MODEL_DEADLINE',
    value: 'time',
    help: 'Keep a caller of a model waiting this long at most (default 10m)',
    apply: (options, value) => (options.modelDeadlineMs = duration(value)),
  },
  {
    name: '--model-calls',
    variable: 'FLOWDECK_MODEL_CALLS',
    value: 'number',
    help: 'Calls of models that may be in flight at once (default 8)',
    apply: (options, value) => (options.modelCalls = wholeNumber(value, 1, 10_000)),
  },
  {
    name: '--model-rate',
    variable: 'FLOWDECK_MODEL_RATE',
    value: 'rate',
    help: 'Calls of models that may begin within a time, such as 600/1m (the default)',
    apply: (options, value) => (options.modelRate = rate(value)),
  },
  {
    name: '--model-spend-usd',
    variable: 'FLOWDECK_MODEL_SPEND_USD',
    value: 'number',
    help: 'US dollars that calls of models in flight may hold together (default 100)',
    apply: (options, value) => (options.modelSpendCents = wholeNumber(value, 0, 1_000_000) * 100),
  },
  {
    name: '--max-model-body-mb',
    variable: 'FLOWDECK_MAX_MODEL_BODY_MB',
    value: 'number',
    help: 'Largest input of a model, in MiB (default 100)',
    apply: (options, value) => (options.maxModelBodyBytes = wholeNumber(value, 1, 512) * MB),
  },
  {
    name: '--allow-origin',
    variable: 'FLOWDECK_ALLOW_ORIGIN',
    value: 'origin',
    isRepeatable: true,
    help: 'Let pages of this origin call the gateway',
    apply: (options, value) => options.allowedOrigins.push(httpOrigin(value)),
  },
  {
    name: '--allow-host',
    variable: 'FLOWDECK_ALLOW_HOST',
    value: 'name',
    isRepeatable: true,
    help: 'Answer to this host name too, for a reverse proxy',
    apply: (options, value) => options.allowedHosts.push(hostName(value)),
  },
  {
    name: '--public-url',
    variable: 'FLOWDECK_PUBLIC_URL',
    value: 'address',
    help: 'The address people use, where the gateway stands behind a TLS reverse proxy',
    apply: (options, value) => (options.publicUrl = httpOrigin(value)),
  },
  {
    name: '--log',
    variable: 'FLOWDECK_LOG',
    value: 'form',
    help: 'Log to stderr as auto, text or json (default auto: text on a terminal)',
    apply: (options, value) => (options.log = oneOf(value, LOG_FORMS)),
  },
  { name: '--open', help: 'Open the console in the browser', apply: (options) => (options.open = true) },
  { name: '--help', help: 'Show this help', apply: () => {} },
  { name: '--version', help: 'Show the version', apply: () => {} },
  {
    name: '--scripted-parallel',
    value: 'number',
    isHidden: true,
    help: 'Jobs that the scripted engine takes at once',
    apply: (options, value) => (options.scriptedParallel = wholeNumber(value, 1, 1000)),
  },
  {
    name: '--scripted-models',
    value: 'number',
    isHidden: true,
    help: 'Models of the tests that only fill the catalog',
    apply: (options, value) => (options.scriptedModels = wholeNumber(value, 0, 100_000)),
  },
];

/** @param args what follows the program's name. */
export function readFlags(args: readonly string[], environment: NodeJS.ProcessEnv): FlagsResult {
  const options = defaults(environment);
  try {
    const given = splitArguments(args);
    if (given.has('--help')) return { kind: 'help', text: helpText() };
    if (given.has('--version')) return { kind: 'version' };
    for (const flag of FLAGS) {
      const values = given.get(flag.name);
      if (values) applyValues(flag, flag.name, values, options);
      else applyVariable(flag, environment, options);
    }
  } catch (error) {
    if (error instanceof BadValue) return { kind: 'refused', message: `${error.message}.` };
    throw error;
  }
  return { kind: 'run', options };
}

export function helpText(): string {
  const rows = FLAGS.filter((flag) => !flag.isHidden).map((flag) => {
    const left = flag.value === undefined ? flag.name : `${flag.name} <${flag.value}>`;
    const more = [flag.isRepeatable ? 'repeatable' : '', flag.variable ?? ''].filter(Boolean).join('; ');
    return `  ${left.padEnd(26)}${flag.help}${more === '' ? '' : ` [${more}]`}`;
  });
  return [
    'Usage: npm start -- [flags]',
    '',
    'Serves the Flowdeck console, the Job API and the engine on one loopback port.',
    '',
    ...rows,
    '',
    'A name in brackets is the environment variable of the flag; the flag wins. Lists in variables have commas.',
  ].join('\n');
}

function defaults(environment: NodeJS.ProcessEnv): GatewayOptions {
  return {
    port: 8189,
    token: null,
    dataDir: platformDataFolder(process.platform, environment, os.homedir()),
    config: null,
    outputDir: null,
    engine: 'auto',
    scriptedParallel: 1,
    scriptedModels: 0,
    comfyui: 'http://127.0.0.1:8188',
    retentionMs: DEFAULT_SETTINGS.retentionMs,
    queueDepth: DEFAULT_SETTINGS.queueDepth,
    maxUploadBytes: DEFAULT_SETTINGS.maxUploadBytes,
    modelDeadlineMs: DEFAULT_SETTINGS.modelDeadlineMs,
    maxModelBodyBytes: DEFAULT_SETTINGS.maxModelBodyBytes,
    modelCalls: DEFAULT_SETTINGS.modelCalls,
    modelSpendCents: DEFAULT_SETTINGS.modelSpendCents,
    modelRate: DEFAULT_SETTINGS.modelRate,
    allowedOrigins: [],
    allowedHosts: [],
    publicUrl: null,
    open: false,
    log: 'auto',
  };
}

/** Where programs keep what belongs to the user: XDG, Library or AppData. */
export function platformDataFolder(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv, home: string): string {
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'Flowdeck');
  if (platform === 'win32') {
    return path.join(environment['LOCALAPPDATA'] || path.join(home, 'AppData', 'Local'), 'Flowdeck');
  }
  const base = environment['XDG_DATA_HOME'];
  // The XDG rule: a relative path there is to be ignored.
  return path.join(base && path.isAbsolute(base) ? base : path.join(home, '.local', 'share'), 'flowdeck');
}

function splitArguments(args: readonly string[]): Map<string, string[]> {
  const given = new Map<string, string[]>();
  for (let index = 0; index < args.length; index += 1) {
    const [name = '', ...rest] = (args[index] ?? '').split('=');
    const flag = FLAGS.find((each) => each.name === name);
    if (!flag) throw new BadValue(unknownFlag(name));
    const inline = rest.length > 0 ? rest.join('=') : undefined;
    if (flag.value === undefined) {
      if (inline !== undefined) throw new BadValue(`${name} takes no value`);
      given.set(name, ['']);
      continue;
    }
    const value = inline ?? args[(index += 1)];
    // A forgotten value must not swallow the next flag, least of all after --token.
    if (value === undefined || value === '' || (inline === undefined && value.startsWith('--'))) {
      throw new BadValue(`${name} needs a value: ${name} <${flag.value}>`);
    }
    const earlier = given.get(name);
    if (earlier && !flag.isRepeatable) throw new BadValue(`${name} is given twice`);
    given.set(name, [...(earlier ?? []), value]);
  }
  return given;
}

function unknownFlag(name: string): string {
  const near = FLAGS.find((flag) => !flag.isHidden && name.length > 4 && flag.name.startsWith(name.slice(0, 4)));
  return `There is no flag "${name}"${near ? ` (is ${near.name} meant?)` : ''}; npm start -- --help lists them all`;
}

/** An empty variable counts as absent: that is how shells and service files unset one. */
function applyVariable(flag: Flag, environment: NodeJS.ProcessEnv, options: GatewayOptions): void {
  const text = flag.variable === undefined ? undefined : environment[flag.variable];
  if (flag.variable === undefined || text === undefined || text === '') return;
  const values = flag.isRepeatable ? text.split(',').map((each) => each.trim()) : [text];
  applyValues(flag, flag.variable, values, options);
}

function applyValues(flag: Flag, shownName: string, values: readonly string[], options: GatewayOptions): void {
  try {
    for (const value of values) flag.apply(options, value);
  } catch (error) {
    if (error instanceof BadValue) throw new BadValue(`${shownName} ${error.message}`);
    throw error;
  }
}
