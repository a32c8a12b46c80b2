import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod/mini';
import { JsonSyntaxError, parseJson } from '@contract/json/lossless';
import { allOrProblems, StartupProblem, systemErrorCode } from '../../../startup-problem';
import type { EngineConfig } from '../../../engines/engine';
import { Config, type ProviderConfig } from './config-schema';

/** Maximum number of reported mistakes, to keep the message readable. */
const MAX_REPORTED = 20;

export interface SecretHeader {
  name: string;
  value: string;
  secret: string;
}

export interface ReadProvider extends ProviderConfig {
  /** Credential header; `null` if the provider needs none. */
  secretHeader: SecretHeader | null;
  /** Credential header of its upload target. */
  uploadSecret: SecretHeader | null;
}

export interface ReadConfig {
  providers: readonly ReadProvider[];
  /** `null` if the file does not configure engines. */
  engines: readonly EngineConfig[] | null;
}

/**
 * Reads the configured providers and engines. Mistakes are reported with their path at startup, not at the first call.
 * @param isRequired `false` if a missing file means no providers
 * @throws StartupProblem
 */
export function readConfig(
  file: string,
  { isRequired, environment }: { isRequired: boolean; environment: NodeJS.ProcessEnv },
): ReadConfig {
  const text = readText(file, isRequired);
  if (text === null) return { providers: [], engines: null };
  const parsed = Config.safeParse(parse(text, file), { reportInput: true });
  if (!parsed.success) {
    const sentences = parsed.error.issues.flatMap(sentencesOf).slice(0, MAX_REPORTED);
    throw new StartupProblem(sentences.map((sentence) => `${file}: ${sentence}.`).join('\n'));
  }
  const { providers, engines = null } = parsed.data;
  return {
    providers: allOrProblems(providers, (provider, index) => withSecret(provider, index, file, environment)),
    engines,
  };
}

function readText(file: string, isRequired: boolean): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT' && !isRequired) return null;
    const why = code === 'ENOENT' ? 'is not there' : `cannot be read (${code})`;
    throw new StartupProblem(`The configuration ${file} ${why}: name another file with --config.`, { cause: error });
  }
}

function parse(text: string, file: string): unknown {
  try {
    // Reports the position of a syntax error consistently; the messages of JSON.parse differ between Node versions.
    parseJson(text);
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new StartupProblem(`${file} is not valid JSON: ${error.message}.`, { cause: error });
  }
}

function withSecret(
  provider: ProviderConfig,
  index: number,
  file: string,
  environment: NodeJS.ProcessEnv,
): ReadProvider {
  const at = `${file}: providers[${index}]`;
  const secretOf = (credential: ProviderConfig['credential'], position: string) =>
    credential ? readSecret(credential, `${at}.${position}.env`, environment) : null;
  return {
    ...provider,
    secretHeader: secretOf(provider.credential, 'credential'),
    uploadSecret: secretOf(provider.upload?.credential, 'upload.credential'),
  };
}

function readSecret(
  credential: NonNullable<ProviderConfig['credential']>,
  at: string,
  environment: NodeJS.ProcessEnv,
): SecretHeader {
  const secret = environment[credential.env]?.trim() ?? '';
  if (secret === '') throw new StartupProblem(`${at}: the variable ${credential.env} is not set.`);
  if (!/^[\x21-\x7e]+$/.test(secret)) {
    throw new StartupProblem(`${at}: the variable ${credential.env} holds what no header can carry.`);
  }
  const value = credential.form.replace('{}', () => secret);
  return { name: credential.header, value, secret };
}

function sentencesOf(issue: z.core.$ZodIssue): string[] {
  if (issue.code !== 'unrecognized_keys') return [sentenceOf(issue)];
  return issue.keys.map((key) => `${placeOf([...issue.path, key])} is not a setting here`);
}

/** Formats an issue, such as `providers[0].models[1].path must begin with one slash`. */
function sentenceOf(issue: z.core.$ZodIssue): string {
  const at = placeOf(issue.path);
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `${at} is missing`
        : `${at} must be ${A_TYPE[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `${at} must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return `${at} must be at least ${issue.minimum}${issue.origin === 'array' ? ' long' : ''}`;
    case 'too_big':
      return `${at} must be at most ${issue.maximum}`;
    default:
      return `${at} ${issue.message === 'Invalid input' ? 'is not understood' : issue.message}`;
  }
}

const A_TYPE: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'an object',
  string: 'a text',
  boolean: 'true or false',
  number: 'a number',
  int: 'a whole number',
  record: 'an object',
};

function placeOf(keys: readonly PropertyKey[]): string {
  const text = keys.reduce<string>(
    (before, key) =>
      typeof key === 'number' ? `${before}[${key}]` : before === '' ? String(key) : `${before}.${String(key)}`,
    '',
  );
  return text === '' ? 'the document' : text;
}

/** Resolves a path relative to the configuration file. */
export function resolveFromConfig(file: string, name: string): string {
  return path.resolve(path.dirname(file), name);
}
