import type { ScriptedEngine } from '@server/engines/scripted/scripted-engine';
import type { ScriptedModels } from '@server/router/scripted/scripted-models';
import type { VirtualClock } from '@server/testing/virtual-clock';
import { resolveLink } from '../jobs/links';
import { validateResponse } from './checked-response';

/**
 * One implementation of the Job API and the Model Router under test. Every answer that passes through `fetch` is held to the operation
 * table, so a test only says what is special about it.
 */
export interface Surface {
  name: string;
  /** Origin, without a slash at its end. */
  baseUrl: string;
  /** It runs the nodes of the scripted engine; a surface that somebody else runs does not. */
  hasScripts: boolean;
  /** `fetch` adds a credential to requests that bring none. */
  sendsCredential: boolean;
  /**
   * Ends the test because the surface does not offer what it needs: skipped at a given address, failed on our own
   * surfaces, which offer everything.
   */
  notOffered(reason: string): never;
  /** @param link a path, or a link as an answer gave it. */
  fetch(link: string, init?: RequestInit): Promise<Response>;
  /** Lets the surface work on for about this long: virtual time, or true time. */
  pass(ms: number): Promise<void>;
  /** Only in memory; null: time is true time. */
  readonly clock: VirtualClock | null;
  /** Only in memory, to look at what the engine was given; a new one after a restart. */
  readonly engine: ScriptedEngine | null;
  /** Only in memory, to change the catalog and to look at what the models were given. */
  readonly models: ScriptedModels | null;
  /**
   * Ends and starts again on the same data, at the same address: over HTTP by a kill, in memory in good order. The new
   * engine knows nothing of the old one.
   */
  restart(): Promise<void>;
  /** What the surface has logged, one text per line. */
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
  /** Jobs that the scripted engine takes at once. */
  parallel?: number;
  modelDeadlineMs?: number;
  modelCalls?: number;
  /** Whole dollars. */
  modelSpendCents?: number;
  modelRate?: { calls: number; windowMs: number };
  /** Whole MiB. */
  maxModelBodyBytes?: number;
  /** Models that do nothing but fill the catalog. */
  fillers?: number;
}

/** What our own surfaces have in common. */
export const OWN_SURFACE = {
  hasScripts: true,
  sendsCredential: false,
  notOffered(reason: string): never {
    throw new Error(`Our own surface must offer this: ${reason}`);
  },
} as const;

/** Follows the link rule, sends, and holds the answer to the contract. */
export function checkedFetch(
  baseUrl: string,
  send: (url: string, init: RequestInit) => Promise<Response>,
): Surface['fetch'] {
  return async (link, init = {}) => {
    const url = followLink(link, baseUrl);
    const headers = new Headers(init.headers);
    // All bodies of text are JSON; without a type they would be plain text.
    if (typeof init.body === 'string' && !headers.has('content-type')) headers.set('content-type', 'application/json');
    const response = await wholeResponse(await send(url, { ...init, headers }));
    await validateResponse(init.method ?? 'GET', new URL(url), response);
    return response;
  };
}

/** Tests also write paths of the contract: those belong under the base address, links do already. */
export function followLink(link: string, baseUrl: string): string {
  const mount = new URL(baseUrl).pathname.replace(/\/$/, '');
  const isPath = mount !== '' && link.startsWith('/') && !link.startsWith(`${mount}/`);
  return resolveLink(isPath ? mount + link : link, baseUrl);
}

/** JSON is read to its end at once: Node's client may wait for ever on the copy of a body that was cut. */
export async function wholeResponse(response: Response): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith('application/json')) return response;
  const text = await response.text();
  return new Response(text === '' ? null : text, response);
}
