import type { GivenFlag } from '@contract/console/written-schemas';
import type { ShownFlag } from './commands';

/** Their values grant access, or are known to the receiver only, as the topic of a webhook. */
export const SECRET_FLAGS: ReadonlySet<string> = new Set(['--token', '--webhook', '--webhook-secret']);

/**
 * Returns the flags and variables that a start was given, for the diagnostics report.
 * @param given values by the name of the flag
 */
export function givenFlags(
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
