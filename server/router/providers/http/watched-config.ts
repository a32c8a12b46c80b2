import { statSync } from 'node:fs';
import type { AppDeps } from '../../../deps';
import { StartupProblem } from '../../../startup-problem';
import type { HttpModels } from './http-models';
import type { ProviderKeyStore } from './provider-keys';
import { resolveFromConfig, readConfig, type ReadConfig, type ReadProvider } from './read-config';

const CHECK_MS = 1000;

interface WatchedConfigDeps extends Pick<AppDeps, 'log' | 'clock'> {
  models: Pick<HttpModels, 'replace'>;
  isRequired: boolean;
  environment: NodeJS.ProcessEnv;
  keys: Pick<ProviderKeyStore, 'read'>;
  onChange: (config: ReadConfig) => void;
}

/**
 * Applies changes of the configuration and its schema files without a restart. If the configuration has mistakes, the
 * previous one stays in use, and the mistakes are logged and shown in the console. The files are polled, because editors
 * replace files, and file watchers lose replaced files.
 */
export class WatchedConfig {
  readonly #file: string;
  readonly #deps: WatchedConfigDeps;
  #schemaFiles: readonly string[] = [];
  #applied: string;
  #seen: string;
  #problem: string | null = null;
  #takeBack: () => void = () => {};
  #isClosed = false;

  /** @param config configuration that was read from `file` at startup */
  constructor(file: string, { providers }: ReadConfig, deps: WatchedConfigDeps) {
    this.#file = file;
    this.#deps = deps;
    this.#schemaFiles = schemaFilesOf(file, providers);
    this.#applied = this.#fingerprint();
    this.#seen = this.#applied;
    this.#wait();
  }

  /** Reasons why the configuration on disk is not in use, one sentence per line; `null` if it is. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Applies a change that this gateway itself made, without waiting for the next poll. */
  reload(): void {
    this.#apply(this.#fingerprint());
  }

  close(): void {
    this.#isClosed = true;
    this.#takeBack();
  }

  #wait(): void {
    this.#takeBack = this.#deps.clock.after(CHECK_MS, () => {
      if (this.#isClosed) return;
      this.#look();
      this.#wait();
    });
  }

  /** Checks the files. A change is applied after two equal polls, since an editor may still be writing. */
  #look(): void {
    const now = this.#fingerprint();
    const isSettled = now === this.#seen;
    this.#seen = now;
    if (isSettled && now !== this.#applied) this.#apply(now);
  }

  #apply(fingerprint: string): void {
    const { models, isRequired, environment, keys, log, onChange } = this.#deps;
    this.#applied = fingerprint;
    try {
      const config = readConfig(this.#file, { isRequired, environment, keys });
      const { providers, engines } = config;
      models.replace(providers, this.#file);
      this.#schemaFiles = schemaFilesOf(this.#file, providers);
      this.#applied = this.#fingerprint();
      this.#seen = this.#applied;
      this.#problem = null;
      onChange(config);
      const counts = { providers: providers.length, ...(engines && { engines: engines.length }) };
      log.info({ file: this.#file, ...counts }, 'The configuration was applied');
    } catch (error) {
      if (!(error instanceof StartupProblem)) throw error;
      this.#problem = error.message;
      log.warn(
        { file: this.#file, problem: error.message },
        'The configuration has mistakes, so the one before stays in use',
      );
    }
  }

  #fingerprint(): string {
    return [this.#file, ...this.#schemaFiles].map(stampOf).join('\n');
  }
}

function schemaFilesOf(file: string, providers: readonly ReadProvider[]): string[] {
  const names = providers.flatMap(({ document, models }) => [
    ...(document?.file === undefined ? [] : [document.file]),
    ...models.flatMap(({ schema }) => (schema && 'file' in schema ? [schema.file] : [])),
  ]);
  return [...new Set(names)].map((name) => resolveFromConfig(file, name));
}

function stampOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats ? `${file} ${stats.mtimeMs} ${stats.size} ${stats.ino}` : `${file} missing`;
}
