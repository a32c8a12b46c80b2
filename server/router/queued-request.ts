import { ROUTER_HEADERS } from '@contract/router/headers';
import { modelRequestsPath } from '@contract/router/model-id';
import type { RequestHandle, RequestState, RequestStatus } from '@contract/router/queue-schemas';
import type { RequestRecord } from '../storage/request-records';
import { demandSight } from './entitlements';
import { findModel } from './find-model';
import type { RouterCall, RouterDeps } from './router-deps';
import { RouterProblem } from './router-problem';

const STATES: Readonly<Record<RequestRecord['phase'], RequestState>> = {
  queued: 'IN_QUEUE',
  running: 'IN_PROGRESS',
  completed: 'COMPLETED',
};

/**
 * The request that the path names. One of another account or another model is not told from one that never was.
 * @throws RouterProblem `request_not_found`, as 410 after the lifetime of its result
 */
export function findRequest(call: RouterCall, deps: RouterDeps): RequestRecord {
  const { params, caller } = call;
  const request = deps.store.requests.get(params['request_id'] ?? '');
  if (request?.owner === caller.owner && request.model === `${params['provider']}/${params['model']}`) {
    if (request.phase !== 'completed' || request.hasAnswer) return request;
    throw new RouterProblem('request_not_found', 'The result of this request is no longer kept', { status: 410 });
  }
  // An unknown model is told first.
  demandSight(deps.entitlements, caller.owner, findModel(call, deps).id);
  throw new RouterProblem('request_not_found', 'Request not found for this model');
}

export function requestUrls(
  id: string,
  model: string,
  { origin, prefix }: Pick<RouterCall, 'origin' | 'prefix'>,
): Pick<RequestHandle, 'status_url' | 'response_url' | 'cancel_url'> {
  const url = `${origin}${modelRequestsPath(model).replace(/^\/v2/, `/${prefix}`)}/${id}`;
  return { status_url: `${url}/status`, response_url: url, cancel_url: `${url}/cancel` };
}

/** @param status 202 in place of a result */
export function statusResponse(request: RequestRecord, call: RouterCall, deps: RouterDeps, status = 200): Response {
  const { id, model, phase, errorType } = request;
  const body: RequestStatus = {
    request_id: id,
    status: STATES[phase],
    ...(phase === 'queued' ? { queue_position: deps.store.requests.queuePosition(id) } : {}),
    ...(errorType === null ? {} : { error_type: errorType }),
    ...requestUrls(id, model, call),
  };
  const headers = { 'cache-control': 'no-store', ...(phase === 'completed' ? {} : pollHint(request, deps)) };
  return Response.json(body, { status, headers });
}

/** The longer it takes already, the later the next read is worth a request. */
function pollHint({ createdAt }: RequestRecord, { clock, settings }: RouterDeps): Record<string, string> {
  const ageS = Math.max(0, clock.now() - createdAt) / 1000;
  const seconds = Math.max(1, Math.min(Math.round(settings.modelPollMs / 1000), Math.round(ageS / 10)));
  return { [ROUTER_HEADERS.retryAfter]: String(seconds) };
}
