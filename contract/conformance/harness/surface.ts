import type { ScriptedEngine } from '@server/testing/scripted-engine/scripted-engine';
import type { ScriptedModels } from '@server/testing/scripted-models/scripted-models';
import type { VirtualClock } from '@server/testing/virtual-clock';
import { resolveLink } from '../../jobs/links';
import { validateResponse } from './checked-response';

/**
 * Implementation of the Job API and the Model Router under test. `fetch` validates every response against the operation table, so
 * tests only check what is specific to them.
 */
export interface Surface {
  name: string;
  /** Origin without a trailing slash. */
  baseUrl: string;
  /** Whether it has the nodes of the scripted engine; third-party surfaces do not. */
  hasScripts: boolean;
  /** Whether its Model Router has the models of the tests. */
  hasModels: boolean;
  /** Whether `fetch` adds a credential to requests without one. */
  sendsCredential: boolean;
  /**
   * Ends the test because the surface lacks an operation that it needs. Skips it for an external surface, and fails it on our own
   * surfaces, which offer everything.
   */
  notOffered(reason: string): never;
  /** Sends a request. @param link a path, or a link from a response. */
  fetch(link: string, init?: RequestInit): Promise<Response>;
  /** Lets the surface work for about this long, in virtual or real time. */
  pass(ms: number): Promise<void>;
  /** In-memory surfaces only; `null`: real time. */
  readonly clock: VirtualClock | null;
  /** In-memory surfaces only, to inspect the engine's input; a new one after a restart. */
  readonly engine: ScriptedEngine | null;
  /** In-memory surfaces only, to change the catalog and inspect the input of the models. */
  readonly models: ScriptedModels | null;
  /**
   * Stops and starts the surface with the same data at the same URL: over HTTP by a kill, in memory by a clean shutdown. The new
   * engine has no state of the old one.
   */
  restart(): Promise<void>;
  /** Returns the log of the surface, one string per line. */
  logLines(): string[];
  close(): Promise<void>;
}

export interface SurfaceOptions {
  token?: string;
  queueDepth?: number;
  maxUploadBytes?: number;
  retentionMs?: number;
  allowedOrigins?: readonly string[];
  publicUrl?: string;
  /** Number of jobs that the scripted engine runs in parallel. */
  parallel?: number;
  modelDeadlineMs?: number;
  modelCalls?: number;
  /** In US cents; must be a whole number of dollars. */
  modelSpendCents?: number;
  modelRate?: { calls: number; windowMs: number };
  /** Must be a whole number of MiB. */
  maxModelBodyBytes?: number;
  /** Number of models that only fill the catalog. */
  fillers?: number;
}

/** Defaults shared by our own surfaces. */
export const OWN_SURFACE = {
  hasScripts: true,
  hasModels: true,
  sendsCredential: false,
  notOffered(reason: string): never {
    throw new Error(`Our own surface must offer this: ${reason}`);
  },
} as const;

/** Resolves the link, sends the request and validates the response against the contract. */
export function checkedFetch(
  baseUrl: string,
  send: (url: string, init: RequestInit) => Promise<Response>,
): Surface['fetch'] {
  return async (link, init = {}) => {
    const url = followLink(link, baseUrl);
    const headers = headersOf(init);
    const response = await wholeResponse(await send(url, { ...init, headers }));
    await validateResponse(init.method ?? 'GET', new URL(url), response);
    return response;
  };
}

/** All text bodies are JSON; without a content type they would be sent as plain text. */
export function headersOf({ headers: given, body }: RequestInit): Headers {
  const headers = new Headers(given);
  if (typeof body === 'string' && !headers.has('content-type')) headers.set('content-type', 'application/json');
  return headers;
}

/** Tests also use paths of the contract, which are relative to the base address. Links already include it. */
export function followLink(link: string, baseUrl: string): string {
  const mount = new URL(baseUrl).pathname.replace(/\/$/, '');
  const isPath = mount !== '' && link.startsWith('/') && !link.startsWith(`${mount}/`);
  return resolveLink(isPath ? mount + link : link, baseUrl);
}

/** Reads JSON to its end at once, since Node's client may wait forever on the clone of a truncated body. */
export async function wholeResponse(response: Response): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith('application/json')) return response;
  const text = await response.text();
  return new Response(text === '' ? null : text, response);
}
