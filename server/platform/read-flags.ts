import type { GivenFlag } from '@contract/console/written-schemas';
import { nearestNames } from '@contract/nearest-names';
import {
  accepts,
  commandLineOf,
  helpText,
  splitCommand,
  unknownMessage,
  type Command,
  type CommandName,
  type ShownFlag,
} from './commands';
import { BadValue } from './flag-values';
import { FLAGS, type Flag } from './flags';
import { defaultOptions, type GatewayOptions } from './gateway-options';

export type FlagsResult =
  | { kind: 'run'; command: CommandName; options: GatewayOptions }
  | { kind: 'help'; text: string }
  | { kind: 'version' }
  /** A human-readable sentence. */
  | { kind: 'refused'; message: string };

/** @param args the arguments after the program name: a command, if it is not the first one, and flags. */
export function readFlags(args: readonly string[], environment: NodeJS.ProcessEnv): FlagsResult {
  const options = defaultOptions(environment);
  try {
    const { command, flags } = splitCommand(args);
    const accepted = FLAGS.filter(({ name }) => accepts(command, name));
    const given = splitArguments(flags, command);
    if (given.has('--help')) return { kind: 'help', text: helpText(command, accepted) };
    if (given.has('--version')) return { kind: 'version' };
    for (const flag of accepted) {
      const values = given.get(flag.name);
      if (values) applyValues(flag, flag.name, values, options);
      else applyVariable(flag, environment, options);
    }
    if (command.flags === undefined) requireToken(options, environment);
    requireFolder(command, options);
    const { to, everyMs, keep } = options.scheduledBackups;
    if (to === null && (everyMs !== null || keep !== null)) {
      throw new BadValue('The scheduled backups have no folder: give --backup-to, too');
    }
    if (options.webhook?.url === '') throw new BadValue('The webhook has no URL: give --webhook, too');
    options.given = givenFlags(accepted, given, environment);
    return { kind: 'run', command: command.name, options };
  } catch (error) {
    if (error instanceof BadValue) return { kind: 'refused', message: `${error.message}.` };
    throw error;
  }
}

/** @throws BadValue if a command has no folder of backups */
function requireFolder(command: Command, { backup, restore }: GatewayOptions): void {
  if (command.name === 'backup' && backup.to === null) {
    throw new BadValue(`${commandLineOf(command)} needs a folder for the backups: --to <folder>`);
  }
  if (command.name === 'restore' && restore.from === null) {
    throw new BadValue(`${commandLineOf(command)} needs the folder of the backups: --from <folder>`);
  }
}

/**
 * Requires a token if the gateway is reachable under other names than loopback, unless its owner opts out. An empty variable is a
 * secret that was not filled in: an open gateway would go unnoticed.
 * @throws BadValue
 */
function requireToken(options: GatewayOptions, environment: NodeJS.ProcessEnv): void {
  if (options.noToken) {
    if (options.token !== null) throw new BadValue('--no-token contradicts the token that is set');
    return;
  }
  if (options.token !== null) return;
  if (environment['FLOWDECK_TOKEN'] === '') {
    throw new BadValue('FLOWDECK_TOKEN is empty: set it, remove it, or give --no-token to start without a token');
  }
  const flag = options.publicUrl !== null ? '--public-url' : options.allowedHosts.length > 0 ? '--allow-host' : null;
  if (flag === null) return;
  throw new BadValue(
    `${flag} makes this gateway reachable for others, and it has no token: set FLOWDECK_TOKEN, or give --no-token to leave it open to everyone who reaches it`,
  );
}

/** Flags that also apply to a running gateway: they select and open it. */
const FLAGS_OF_ANY_START = new Set(['--data-dir', '--open']);

/**
 * Returns the flags, among valid arguments, that a second start on the same data folder cannot apply.
 * @param runningPort port of the running gateway: requesting that port is not an ignored flag
 */
export function ignoredFlags(args: readonly string[], runningPort: string): string[] {
  const { command, flags } = splitCommand(args);
  return [...splitArguments(flags, command)]
    .filter(([name, values]) => !FLAGS_OF_ANY_START.has(name) && !(name === '--port' && values.includes(runningPort)))
    .map(([name]) => name);
}

function splitArguments(args: readonly string[], command: Command): Map<string, string[]> {
  const given = new Map<string, string[]>();
  for (let index = 0; index < args.length; index += 1) {
    const [name = '', ...rest] = (args[index] ?? '').split('=');
    const flag = FLAGS.find((each) => each.name === name);
    if (!flag) throw new BadValue(unknownFlag(name, command));
    if (!accepts(command, name)) throw new BadValue(`${commandLineOf(command)} does not accept ${name}`);
    const inline = rest.length > 0 ? rest.join('=') : undefined;
    if (flag.value === undefined) {
      if (inline !== undefined) throw new BadValue(`${name} does not accept a value`);
      given.set(name, ['']);
      continue;
    }
    const value = inline ?? args[(index += 1)];
    // A flag without its value must not consume the next flag, least of all after --token.
    if (value === undefined || value === '' || (inline === undefined && value.startsWith('--'))) {
      throw new BadValue(`${name} needs a value: ${name} <${flag.value}>`);
    }
    const earlier = given.get(name);
    if (earlier && !flag.isRepeatable) throw new BadValue(`${name} is given twice`);
    given.set(name, [...(earlier ?? []), value]);
  }
  return given;
}

function unknownFlag(name: string, command: Command): string {
  const names = FLAGS.map((flag) => flag.name).filter((each) => accepts(command, each));
  const longer = names.filter((each) => name.length > 4 && each.startsWith(name.slice(0, 4)));
  return unknownMessage('flag', name, [...nearestNames(name, names), ...longer], command);
}

/** Applies an environment variable. An empty one counts as unset: that is how shells and service files unset one. */
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

/** Their values grant access, or are known to the receiver only, as the topic of a webhook. */
export const SECRET_FLAGS: ReadonlySet<string> = new Set(['--token', '--webhook', '--webhook-secret']);

/**
 * Returns the flags and variables that a start was given, for the diagnostics report.
 * @param given values by the name of the flag
 */
function givenFlags(
  flags: readonly ShownFlag[],
  given: ReadonlyMap<string, readonly string[]>,
  environment: NodeJS.ProcessEnv,
): GivenFlag[] {
  return flags.flatMap(({ name, variable, value: placeholder }): GivenFlag[] => {
    const values = given.get(name);
    const text = values?.join(', ') ?? (variable === undefined ? '' : (environment[variable] ?? ''));
    if (!values && text === '') return [];
    const value = placeholder === undefined ? null : SECRET_FLAGS.has(name) ? '[removed]' : text;
    return [{ name, value, from: values ? 'flag' : 'variable' }];
  });
}
