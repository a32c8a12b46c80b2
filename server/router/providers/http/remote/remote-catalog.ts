import { z } from 'zod/mini';
import { isModelSegment, isProviderSegment, MAX_PROVIDER_LENGTH, modelIdOf } from '@contract/router/model-id';
import { MAX_PAGE_LIMIT, ModelPage, POLICY_CHARGES } from '@contract/router/schemas';
import { ModelFailure } from '../../../model-source';
import { addressOf, exchange, plainHeadersOf } from '../upstream/call-upstream';
import { isWanted } from '../documents/document-models';
import type { HttpClient } from '../upstream/http-client';
import type { ReadProvider } from '../read-config';
import { remoteFailureOf } from './remote-failure';

const READ_MS = 15_000;
const MAX_PAGE_BYTES = 4 * 1024 ** 2;
/** Far above any real catalog; also stops an endless walk. */
const MAX_MODELS = 5000;

/** List entry of a remote router. */
export const RemoteModel = z.object({
  provider: z.string().check(z.refine(isProviderSegment)),
  model: z.string().check(z.refine(isModelSegment)),
  charges: z.enum(POLICY_CHARGES),
});
export type RemoteModel = z.output<typeof RemoteModel>;

/** Reads the whole catalog of a remote router by cursor. @throws ModelFailure */
export async function walkCatalog(
  provider: ReadProvider,
  client: HttpClient,
  signal: AbortSignal,
): Promise<RemoteModel[]> {
  const found = new Map<string, RemoteModel>();
  const cursors = new Set<string>();
  for (let cursor: string | null = null; ;) {
    const page: ModelPage = await readPage(provider, cursor, client, signal);
    for (const entry of page.data) {
      const { charges_on_policy_rejection: given } = entry.billing;
      const charges = POLICY_CHARGES.find((each) => each === given) ?? 'unknown';
      const read = RemoteModel.safeParse({ provider: entry.provider, model: entry.model, charges });
      if (read.success && isTaken(read.data, provider)) found.set(modelIdOf(read.data), read.data);
    }
    if (!page.has_more) return [...found.values()];
    cursor = page.next_cursor ?? null;
    if (cursor === null || cursors.has(cursor) || found.size > MAX_MODELS || cursors.size > MAX_MODELS) {
      throw new ModelFailure('provider_error', `The catalog of ${provider.name} does not end`);
    }
    cursors.add(cursor);
  }
}

/** Returns the local provider name: `openai` of the router `lab` becomes `lab.openai`. */
export function localProvider({ name }: Pick<ReadProvider, 'name'>, { provider }: RemoteModel): string {
  return `${name}.${provider}`;
}

function isTaken(model: RemoteModel, provider: ReadProvider): boolean {
  // Two routers that list each other would add a prefix per refresh.
  const isOurs = model.provider.split('.').includes(provider.name);
  const fits = localProvider(provider, model).length <= MAX_PROVIDER_LENGTH;
  return !isOurs && fits && isWanted(modelIdOf(model), provider.catalog?.models);
}

async function readPage(
  provider: ReadProvider,
  cursor: string | null,
  client: HttpClient,
  signal: AbortSignal,
): Promise<ModelPage> {
  const query = new URLSearchParams({ limit: String(MAX_PAGE_LIMIT), ...(cursor === null ? {} : { cursor }) });
  const { text } = await readRemote(provider, `/v2/models?${query.toString()}`, {
    client,
    signal,
    maxBytes: MAX_PAGE_BYTES,
  });
  const page = ModelPage.safeParse(parsed(text));
  if (page.success) return page.data;
  throw new ModelFailure('provider_error', `${provider.name} responds, but not with the catalog of a Model Router`);
}

interface RemoteRead {
  client: HttpClient;
  signal: AbortSignal;
  maxBytes: number;
  headers?: Readonly<Record<string, string>>;
}

/** Reads from a remote router with the configured credential, without following redirects. @throws ModelFailure */
export async function readRemote(
  provider: ReadProvider,
  path: string,
  { client, signal, maxBytes, headers = {} }: RemoteRead,
): Promise<{ text: string; etag: string | null }> {
  const target = {
    url: addressOf(provider.baseUrl, path),
    method: 'GET' as const,
    headers: { ...plainHeadersOf(provider), ...headers },
    body: null,
  };
  const response = await exchange(provider, target, { timeoutMs: READ_MS, signal, client, failed: remoteFailureOf });
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body) {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size > maxBytes) throw new ModelFailure('provider_error', `${provider.name} sent more than is read of it`);
    }
  } catch (error) {
    if (error instanceof ModelFailure) throw error;
    throw new ModelFailure('provider_error', `The connection to ${provider.name} broke`, { cause: error });
  }
  return { text: Buffer.concat(chunks).toString(), etag: response.headers['etag']?.toString() ?? null };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
