import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../../clock';
import type { Logger } from '../../../../log';
import { silentLogger } from '../../../../log';
import { createPublicFetch } from '../../../hosting/ssrf-safe-fetch';
import { ModelFailure, type ModelCall } from '../../../model-source';
import type { InputCheck } from '../validation/body-validator-pool';
import { HttpModels } from '../http-models';
import { createBodyValidator } from '../validation/validate-body';
import { NO_KEYS, type ProviderKeyStore } from '../provider-keys';
import { readConfig } from '../read-config';

/** Validates in-process instead of in the child process of the product. */
const CHECKED_HERE: InputCheck = {
  faultsOf: async (_, document, body) =>
    createBodyValidator(document, { patterns: true })(new TextDecoder().decode(body)),
  close: async () => {},
};

/** Creates the models of a configuration, which is written to a temporary folder with the files that it references. */
export function configuredModels(
  config: unknown,
  {
    files = {},
    environment = {},
    log = silentLogger,
    input = CHECKED_HERE,
    keys = NO_KEYS,
  }: {
    files?: Record<string, string>;
    environment?: NodeJS.ProcessEnv;
    log?: Logger;
    input?: InputCheck;
    keys?: Pick<ProviderKeyStore, 'read'>;
  } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'flowdeck-config-'));
  const file = join(folder, 'flowdeck.config.json');
  writeFileSync(file, typeof config === 'string' ? config : JSON.stringify(config));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const fetchPublic = createPublicFetch();
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const { providers } = readConfig(file, { isRequired: true, environment, keys });
    const source = new HttpModels(providers, file, {
      log,
      clock: systemClock,
      input,
      fetchPublic,
    });
    const modelOf = (id: string) => {
      const found = source.models().find(({ provider, model }) => `${provider}/${model}` === id);
      if (!found) throw new Error(`There is no model ${id}`);
      return found;
    };
    return {
      source,
      providers,
      file,
      modelOf,
      async run(id: string, body: string, more: Partial<ModelCall> = {}) {
        const response = await modelOf(id).run({
          body: new TextEncoder().encode(body),
          requestId: 'request-1',
          idempotencyKey: 'key-of-request-1',
          owner: 'local',
          origin: 'http://127.0.0.1:8189',
          signal: new AbortController().signal,
          accepted: () => Promise.resolve(),
          submitted: () => Promise.resolve(),
          ...more,
        });
        const { contentType, upstreamStatus } = response;
        return { contentType, upstreamStatus, text: await new Response(response.body).text() };
      },
      async close() {
        await source.close();
        await fetchPublic.close();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

export async function failureOfRun(running: Promise<unknown>): Promise<ModelFailure> {
  const error = await running.then(
    () => null,
    (error: unknown) => error,
  );
  if (error instanceof ModelFailure) return error;
  throw new Error(`Expected a ModelFailure, got ${String(error)}`);
}
