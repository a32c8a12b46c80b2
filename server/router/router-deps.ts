import type { RouterPrefix } from '@contract/router/operations';
import type { AppDeps } from '../deps';
import type { CredentialDeps } from '../http/credentials';
import type { OperationContext } from '../http/operation';
import type { Catalog } from './catalog/catalog';
import type { Entitlements } from './entitlements';
import type { ModelCalls } from './calls/model-calls';
import type { RequestQueue } from './calls/request-queue';

/** Dependencies of the router operations. */
export interface RouterDeps
  extends
    Pick<
      AppDeps,
      'store' | 'blobs' | 'clock' | 'sign' | 'sha256' | 'settings' | 'log' | 'validateResponses' | 'traces'
    >,
    CredentialDeps {
  catalog: Catalog;
  calls: ModelCalls;
  queue: RequestQueue;
  entitlements: Entitlements;
}

export interface RouterCall extends OperationContext {
  prefix: RouterPrefix;
}

export type RouterHandler = (call: RouterCall, deps: RouterDeps) => Promise<Response> | Response;
