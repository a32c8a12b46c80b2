import { z } from 'zod/mini';
import { ROUTER_HEADERS } from '@contract/router/headers';
import { modelRequestsPath } from '@contract/router/model-id';
import { RequestStatus, type RequestHandle, type RequestState } from '@contract/router/queue-schemas';
import type { RequestRecord } from '../../storage/request-records';
import { requireViewAccess } from '../entitlements';
import { findModel } from '../catalog/find-model';
import type { RouterCall, RouterDeps } from '../router-deps';
import { routerError } from '../router-error';

const STATES: Readonly<Record<RequestRecord['phase'], RequestState>> = {
  queued: 'IN_QUEUE',
  restored: 'IN_QUEUE',
  running: 'IN_PROGRESS',
  completed: 'COMPLETED',
};

const FailureBody = z.object({ detail: RequestStatus.shape.detail });

/**
 * Finds the request of the path. A request of another account or model gets the same error as an unknown one.
 * @throws HttpError `request_not_found`, as 410 after the lifetime of its result
 */
export function findRequest(call: RouterCall, deps: RouterDeps): RequestRecord {
  const { params, caller } = call;
  const request = deps.store.requests.get(params['request_id'] ?? '');
  if (request?.owner === caller.owner && request.model === `${params['provider']}/${params['model']}`) {
    if (request.phase !== 'completed' || request.hasAnswer) return request;
    throw routerError('request_not_found', 'The result of this request is no longer stored', { status: 410 });
  }
  // An unknown model is reported first.
  requireViewAccess(deps.entitlements, caller.owner, findModel(call, deps).id);
  throw routerError('request_not_found', 'Request not found for this model');
}

export function requestUrls(
  id: string,
  model: string,
  { origin, prefix }: Pick<RouterCall, 'origin' | 'prefix'>,
): Pick<RequestHandle, 'status_url' | 'response_url' | 'cancel_url'> {
  const url = `${origin}${modelRequestsPath(model).replace(/^\/v2/, `/${prefix}`)}/${id}`;
  return { status_url: `${url}/status`, response_url: url, cancel_url: `${url}/cancel` };
}

/** @param status 202 if it replaces a result */
export function statusResponse(request: RequestRecord, call: RouterCall, deps: RouterDeps, status = 200): Response {
  const { id, model, phase, errorType } = request;
  const body: RequestStatus = {
    request_id: id,
    status: STATES[phase],
    ...(phase === 'queued' ? { queue_position: deps.store.requests.queuePosition(id) } : {}),
    ...(errorType === null ? {} : { error_type: errorType, ...failureDetail(id, deps) }),
    ...requestUrls(id, model, call),
  };
  const headers = { 'cache-control': 'no-store', ...(phase === 'completed' ? {} : pollHint(request, deps)) };
  return Response.json(body, { status, headers });
}

/**
 * Returns the `detail` of a failure: the official clients raise it from the status and never read the failed result, so without it
 * a rejected input names no field.
 */
function failureDetail(id: string, { store }: RouterDeps): Pick<RequestStatus, 'detail'> {
  const body = store.requests.response(id)?.body;
  // Error bodies are our own, and short enough to be stored as text.
  const parsed = body && 'text' in body ? FailureBody.safeParse(JSON.parse(body.text)) : null;
  return parsed?.success ? parsed.data : {};
}

/** Returns a `Retry-After` hint that grows with the age of the request. */
function pollHint({ createdAt }: RequestRecord, { clock, settings }: RouterDeps): Record<string, string> {
  const ageS = Math.max(0, clock.now() - createdAt) / 1000;
  const seconds = Math.max(1, Math.min(Math.round(settings.modelPollMs / 1000), Math.round(ageS / 10)));
  return { [ROUTER_HEADERS.retryAfter]: String(seconds) };
}
