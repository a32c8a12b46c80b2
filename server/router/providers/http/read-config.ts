import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod/mini';
import { JsonSyntaxError, parseJson } from '@contract/json/lossless';
import { allOrProblems, StartupProblem, systemErrorCode } from '../../../startup-problem';
import type { EngineConfig } from '../../../engines/engine';
import { Config, type ProviderConfig } from './config-schema';
import { ProviderKey, type ProviderKeyConfig, type ProviderKeyStore } from './provider-keys';

/** Maximum number of reported mistakes, to keep the message readable. */
const MAX_REPORTED = 20;

export interface ReadProvider extends ProviderConfig {
  /** `null` if the provider needs none. */
  key: ProviderKey | null;
  /** Key of its upload target on another host. */
  uploadKey: ProviderKey | null;
}

interface ReadConfigParts {
  /** `false` if a missing file means no providers. */
  isRequired: boolean;
  environment: NodeJS.ProcessEnv;
  /** Keys that were entered in the console. */
  keys: Pick<ProviderKeyStore, 'read'>;
}

export interface ReadConfig {
  providers: readonly ReadProvider[];
  /** `null` if the file does not configure engines. */
  engines: readonly EngineConfig[] | null;
}

/**
 * Reads the configured providers and engines. Mistakes are reported with their path at startup, not at the first call.
 * @throws StartupProblem
 */
export function readConfig(file: string, { isRequired, ...parts }: ReadConfigParts): ReadConfig {
  const text = readText(file, isRequired);
  if (text === null) return { providers: [], engines: null };
  const parsed = Config.safeParse(parse(text, file), { reportInput: true });
  if (!parsed.success) {
    const sentences = parsed.error.issues.flatMap(sentencesOf).slice(0, MAX_REPORTED);
    throw new StartupProblem(sentences.map((sentence) => `${file}: ${sentence}.`).join('\n'));
  }
  const { providers, engines = null } = parsed.data;
  return {
    providers: allOrProblems(providers, (provider, index) => withKeys(provider, index, file, parts)),
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

function withKeys(
  provider: ProviderConfig,
  index: number,
  file: string,
  { environment, keys }: Omit<ReadConfigParts, 'isRequired'>,
): ReadProvider {
  const at = `${file}: providers[${index}]`;
  const keyOf = (credential: ProviderConfig['credential'], use: ProviderKeyConfig['use'], origin: string) => {
    if (!credential) return null;
    const { env, header, form } = credential;
    const position = use === 'calls' ? 'credential' : 'upload.credential';
    const variable =
      env === undefined ? null : { name: env, value: readVariable(env, `${at}.${position}`, environment) };
    return new ProviderKey({ provider: provider.name, use, origin, header, form, variable }, keys);
  };
  const { credential, upload, baseUrl } = provider;
  const { origin } = new URL(baseUrl);
  const uploadOrigin = upload ? new URL('put' in upload ? upload.put : upload.post, baseUrl).origin : origin;
  return {
    ...provider,
    key: keyOf(credential, 'calls', origin),
    // On its own host, it gets the key of the provider.
    uploadKey: uploadOrigin === origin ? null : keyOf(upload?.credential, 'uploads', uploadOrigin),
  };
}

/** Returns `null` if it is not set: the key can be entered in the console then. @throws StartupProblem if no header can carry it */
function readVariable(name: string, at: string, environment: NodeJS.ProcessEnv): string | null {
  const secret = environment[name]?.trim() ?? '';
  if (secret === '') return null;
  if (!/^[\x21-\x7e]+$/.test(secret)) {
    throw new StartupProblem(`${at}.env: the variable ${name} holds what no header can carry.`);
  }
  return secret;
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

/** Returns the name of the provider if its key is missing. */
export function missingKeyOf({ name, key }: Pick<ReadProvider, 'name' | 'key'>): string | null {
  return key?.source === 'missing' ? name : null;
}

/** Resolves a path relative to the configuration file. */
export function resolveFromConfig(file: string, name: string): string {
  return path.resolve(path.dirname(file), name);
}
