import { findRequest, statusResponse } from './calls/queued-request';
import { recordedResponse } from './responses/recorded-response';
import type { RouterCall, RouterDeps } from './router-deps';
import { routerError } from './router-error';

/** `GET /v2/models/{provider}/{model}/requests/{request_id}`: the same response as for a synchronous run. */
export async function getRequestResult(call: RouterCall, deps: RouterDeps): Promise<Response> {
  const request = findRequest(call, deps);
  if (request.phase !== 'completed') return statusResponse(request, call, deps, 202);
  const answer = deps.store.requests.response(request.id);
  const response = answer && (await recordedResponse(answer, deps));
  if (response) return response;
  throw routerError('internal_error', 'The result of this request is no longer there');
}
