import path from 'node:path';
import { nearestNames } from '@contract/nearest-names';
import { BadValue } from './flag-values';

/** Of a clone: `verify.mjs` is one command, the other starts all. */
const NPM_SCRIPTS: Readonly<Record<string, string>> = {
  'start.mjs': 'npm start --',
  'verify.mjs': 'npm run verify --',
};

export type CommandName = 'start' | 'verify' | 'backup' | 'restore';

export interface Command {
  name: CommandName;
  help: string;
  /** The flags that it accepts, besides `--help` and `--version`; absent: all that are not of one other command only. */
  flags?: readonly string[];
}

const START: Command = {
  name: 'start',
  help: 'Serve the console, the APIs and the engine on one loopback port (default)',
};

/**
 * How the user starts a command: the beginning of a command line.
 * @param script that runs this process
 */
export function commandLineOf(command: Command = START, script: string = process.argv[1] ?? ''): string {
  const file = path.basename(script);
  const program = NPM_SCRIPTS[file] ?? 'flowdeck';
  return command === START || file === 'verify.mjs' ? program : `${program} ${command.name}`;
}

/** A flag as the help shows it. */
export interface ShownFlag {
  name: string;
  /** Environment variable with the same meaning. */
  variable?: string;
  /** Placeholder for the value; absent if the flag has none. */
  value?: string;
  isRepeatable?: true;
  help: string;
}

export const COMMANDS: readonly Command[] = [
  START,
  {
    name: 'verify',
    help: 'Check every stored file against its hash, and the database; exit with 1 if there is a problem',
    flags: ['--data-dir'],
  },
  {
    name: 'backup',
    help: 'Back up the data folder, also while the gateway runs; copies only what the backup folder does not have',
    flags: ['--to', '--keep', '--data-dir'],
  },
  {
    name: 'restore',
    help: 'Restore a backup into a new data folder',
    flags: ['--from', '--backup', '--send-model-calls', '--data-dir'],
  },
];

/** Flags that mean nothing to the gateway. */
const FLAGS_OF_ONE_COMMAND = new Set(['--to', '--keep', '--from', '--backup', '--send-model-calls']);

/** @throws BadValue */
export function splitCommand(args: readonly string[]): { command: Command; flags: readonly string[] } {
  const [first, ...rest] = args;
  if (first === undefined || first.startsWith('-')) return { command: START, flags: args };
  const command = COMMANDS.find(({ name }) => name === first);
  if (command) return { command, flags: rest };
  const names = COMMANDS.map(({ name }) => name);
  throw new BadValue(unknownMessage('command', first, nearestNames(first, names, 2)));
}

export function accepts({ flags }: Command, name: string): boolean {
  return (
    (flags === undefined && !FLAGS_OF_ONE_COMMAND.has(name)) ||
    name === '--help' ||
    name === '--version' ||
    flags?.includes(name) === true
  );
}

export function unknownMessage(what: string, name: string, [near]: readonly string[], command?: Command): string {
  const suggestion = near === undefined ? '' : ` (did you mean ${near}?)`;
  return `Unknown ${what} "${name}"${suggestion}; ${commandLineOf(command)} --help lists them all`;
}

const WIDTH = 80;
const LEFT = 26;
const INDENT = '  ';

/** @param flags of the command */
export function helpText(command: Command, flags: readonly ShownFlag[]): string {
  const isWhole = command === START;
  const commandLine = commandLineOf(command);
  return [
    ...(isWhole ? [`Usage: ${commandLine} [command] [flags]`] : [`Usage: ${commandLine} [flags]`, '', command.help]),
    ...(isWhole ? ['', 'Commands:', ...COMMANDS.flatMap(({ name, help }) => row(name, help))] : []),
    '',
    'Flags:',
    ...flags.flatMap((flag) =>
      row(flag.value === undefined ? flag.name : `${flag.name} <${flag.value}>`, textOf(flag)),
    ),
    '',
    'Brackets contain the environment variable of a flag, which the flag overrides. A variable separates values with commas.',
  ]
    .flatMap((line) => wrapped(line, WIDTH))
    .join('\n');
}

function textOf({ help, isRepeatable, variable }: ShownFlag): string {
  const more = [isRepeatable ? 'repeatable' : '', variable ?? ''].filter(Boolean).join('; ');
  return more === '' ? help : `${help} [${more}]`;
}

/** Two columns; a name that fills the left one has a line of its own. */
function row(name: string, text: string): string[] {
  const column = INDENT.length + LEFT;
  const [first = '', ...rest] = wrapped(text, WIDTH - column).map((line) => ' '.repeat(column) + line);
  const left = INDENT + name;
  return left.length < column ? [left + first.slice(left.length), ...rest] : [left, first, ...rest];
}

/** Wraps at spaces. A line that fits is left as it is. */
function wrapped(text: string, width: number): string[] {
  if (text.length <= width) return [text];
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line === undefined || line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
}
