import { findRequest, statusResponse } from './queued-request';
import { recordedResponse } from './recorded-response';
import type { RouterCall, RouterDeps } from './router-deps';
import { RouterProblem } from './router-problem';

/** `GET /v2/models/{provider}/{model}/requests/{request_id}`: the response that a run would have had. */
export async function getRequestResult(call: RouterCall, deps: RouterDeps): Promise<Response> {
  const request = findRequest(call, deps);
  if (request.phase !== 'completed') return statusResponse(request, call, deps, 202);
  const answer = deps.store.requests.answer(request.id);
  const response = answer && (await recordedResponse(answer, deps));
  if (response) return response;
  throw new RouterProblem('internal_error', 'The result of this request is no longer there');
}
