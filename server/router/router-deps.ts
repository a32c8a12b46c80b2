import type { RouterPrefix } from '@contract/router/operations';
import type { GateDeps } from '../http/credentials';
import type { Caller } from '../http/operation';
import type { Catalog } from './catalog';
import type { Entitlements } from './entitlements';
import type { ModelCalls } from './model-calls';
import type { RequestQueue } from './request-queue';

/** What the operations of the router stand on. */
export interface RouterDeps extends GateDeps {
  catalog: Catalog;
  calls: ModelCalls;
  queue: RequestQueue;
  entitlements: Entitlements;
}

/** One request to an operation of the router. */
export interface RouterCall {
  request: Request;
  prefix: RouterPrefix;
  /** Path places, percent-decoded. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  caller: Caller;
  /** Origin for absolute links. */
  origin: string;
  requestId: string;
}

export type RouterHandler = (call: RouterCall, deps: RouterDeps) => Promise<Response> | Response;
