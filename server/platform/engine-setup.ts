import { accessSync, constants, existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { memberSpans } from '@contract/json/lossless';
import type { EngineChangeProblem, EngineObstacle } from '@contract/console/engine-probe';
import type { EngineConfig, EngineEndpoint } from '../engines/engine';
import { isEngineName } from '../engines/engine-name';
import type { EngineSetup } from '../engines/engine-setup';
import type { Logger } from '../log';
import { NO_KEYS } from '../router/providers/http/provider-keys';
import { readConfig } from '../router/providers/http/read-config';
import { writeWhole } from '../storage/files/own-files';
import { commandLineOf } from './commands';
import type { GatewayOptions } from './gateway-options';
import { StartupProblem, systemErrorCode } from '../startup-problem';

interface SetupParts {
  /** The configuration file, which need not exist. */
  file: string;
  isRequired: boolean;
  /** Applies the file at once. */
  reload: () => void;
  log: Logger;
}

/** Changes `engines` of the configuration file, and nothing else in it (decision 112). */
export function openEngineSetup(
  { engine, comfyui }: Pick<GatewayOptions, 'engine' | 'comfyui'>,
  { file, isRequired, reload, log }: SetupParts,
): EngineSetup {
  const read = () => readConfig(file, { isRequired, environment: process.env, keys: NO_KEYS }).engines;
  const problem = (obstacle: EngineObstacle, line: string | null): EngineChangeProblem => ({ obstacle, file, line });
  const configured = (): readonly EngineConfig[] | null | EngineChangeProblem => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof StartupProblem)) throw error;
      return problem('invalid_config', error.message);
    }
  };
  const fromFlags = (url: string): EngineChangeProblem | null => {
    if (engine === 'embedded') {
      return { ...problem('embedded_only', `${commandLineOf()} --engine auto --comfyui ${url}`), file: null };
    }
    return comfyui.length > 0 ? { ...problem('named_by_flag', `--comfyui ${url}`), file: null } : null;
  };
  const store = (engines: readonly EngineConfig[]): EngineChangeProblem | null => {
    try {
      writeEngines(file, engines);
    } catch (error) {
      log.warn({ file, code: systemErrorCode(error) }, 'The configuration file cannot be written');
      return problem('not_writable', memberText(engines));
    }
    reload();
    return null;
  };
  const change = (
    inUse: readonly EngineEndpoint[],
    next: (engines: readonly EngineConfig[]) => readonly EngineConfig[],
  ): EngineChangeProblem | null => {
    const named = configured();
    if (named !== null && 'obstacle' in named) return named;
    return store(next(named ?? inUse));
  };
  return {
    problemWith(url) {
      const flags = fromFlags(url);
      if (flags) return flags;
      const named = configured();
      if (named !== null && 'obstacle' in named) return named;
      return canWrite(file) ? null : problem('not_writable', memberText(withEngine(named ?? [], url)));
    },
    add: (url, inUse) => fromFlags(url) ?? change(inUse, (engines) => withEngine(engines, url)),
    remove(name, inUse) {
      const flags = fromFlags('');
      if (flags) return flags;
      const named = configured();
      if (named !== null && 'obstacle' in named) return named;
      if (!(named ?? inUse).some((each) => each.name === name)) return 'not_found';
      return change(inUse, (engines) => engines.filter((each) => each.name !== name));
    },
  };
}

function withEngine(engines: readonly EngineConfig[], url: string): readonly EngineConfig[] {
  if (engines.some((each) => each.url === url)) return engines;
  return [...engines, { name: freeName(url, new Set(engines.map(({ name }) => name))), url }];
}

/** Names an engine by its host and port. A host may be longer than a name. */
function freeName(url: string, taken: ReadonlySet<string>): string {
  const { host } = new URL(url);
  const plain = isEngineName(host) ? host : 'comfyui';
  if (!taken.has(plain)) return plain;
  for (let number = 2; ; number += 1) if (!taken.has(`comfyui-${number}`)) return `comfyui-${number}`;
}

/** The member as a person would write it. */
function memberText(engines: readonly EngineConfig[]): string {
  return `"engines": ${listText(engines)}`;
}

function listText(engines: readonly EngineConfig[]): string {
  if (engines.length === 0) return '[]';
  const lines = engines.map(({ name, url, draining }) => {
    const fields = { name, url, ...(draining === true ? { draining } : {}) };
    const members = Object.entries(fields).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
    return `    { ${members.join(', ')} }`;
  });
  return `[\n${lines.join(',\n')}\n  ]`;
}

/** Replaces the member `engines`, or adds it in front; every other byte stays as its owner wrote it. @throws system errors */
function writeEngines(file: string, engines: readonly EngineConfig[]): void {
  if (!existsSync(file)) return writeWhole(file, `{\n  ${memberText(engines)}\n}\n`);
  // A link stays a link, and others who may read the file still may.
  const target = realpathSync(file);
  const text = readFileSync(target, 'utf8');
  writeWhole(target, textWithEngines(text, engines), statSync(target).mode & 0o777);
}

export function textWithEngines(text: string, engines: readonly EngineConfig[]): string {
  const start = text.indexOf('{');
  const members = [...memberSpans(text, start)];
  const known = members.findLast(({ key }) => key === 'engines');
  if (known) return text.slice(0, known.value.start) + listText(engines) + text.slice(known.value.end);
  const head = text.slice(0, start + 1);
  return `${head}\n  ${memberText(engines)}${members.length === 0 ? '\n' : ','}${text.slice(start + 1)}`;
}

/** A file is replaced as a whole, which needs its folder too. */
function canWrite(file: string): boolean {
  try {
    const target = existsSync(file) ? realpathSync(file) : file;
    if (existsSync(target)) accessSync(target, constants.W_OK);
    accessSync(path.dirname(target), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
