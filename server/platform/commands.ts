import path from 'node:path';
import { nearestNames } from '@contract/nearest-names';
import { BadValue } from './flag-values';

/** How the user starts this program: the beginning of a command line. */
export const PROGRAM = path.basename(process.argv[1] ?? '') === 'start.mjs' ? 'npm start --' : 'flowdeck';

export type CommandName = 'start' | 'verify';

export interface Command {
  name: CommandName;
  help: string;
  /** The flags that it takes, besides `--help` and `--version`; absent: all. */
  flags?: readonly string[];
}

const START: Command = {
  name: 'start',
  help: 'Serve the console, the APIs and the engine on one loopback port (default)',
};

/** A flag as the help shows it. */
export interface ShownFlag {
  name: string;
  /** Environment variable with the same meaning. */
  variable?: string;
  /** Placeholder for the value; absent if the flag takes none. */
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
];

/** @throws BadValue */
export function splitCommand(args: readonly string[]): { command: Command; flags: readonly string[] } {
  const [first, ...rest] = args;
  if (first === undefined || first.startsWith('-')) return { command: START, flags: args };
  const command = COMMANDS.find(({ name }) => name === first);
  if (command) return { command, flags: rest };
  const names = COMMANDS.map(({ name }) => name);
  throw new BadValue(unknown('command', first, nearestNames(first, names, 2)));
}

export function isTaken({ flags }: Command, name: string): boolean {
  return flags === undefined || name === '--help' || name === '--version' || flags.includes(name);
}

export function unknown(what: string, name: string, [near]: readonly string[]): string {
  return `Unknown ${what} "${name}"${near === undefined ? '' : ` (did you mean ${near}?)`}; ${PROGRAM} --help lists them all`;
}

const WIDTH = 80;
const LEFT = 26;
const INDENT = '  ';

/** @param taken the flags of the command */
export function helpText(command: Command, taken: readonly ShownFlag[]): string {
  const isWhole = command.flags === undefined;
  return [
    ...(isWhole
      ? ['Usage: flowdeck [command] [flags]']
      : [`Usage: flowdeck ${command.name} [flags]`, '', command.help]),
    ...(isWhole ? ['', 'Commands:', ...COMMANDS.flatMap(({ name, help }) => row(name, help))] : []),
    '',
    'Flags:',
    ...taken.flatMap((flag) =>
      row(flag.value === undefined ? flag.name : `${flag.name} <${flag.value}>`, textOf(flag)),
    ),
    '',
    'A name in brackets is the environment variable of the flag; the flag wins. Lists in variables have commas.',
    ...(isWhole ? ['In a clone, "npm start -- [flags]" builds what is stale, then starts.'] : []),
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
