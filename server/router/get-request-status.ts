import { findRequest, statusResponse } from './calls/queued-request';
import type { RouterCall, RouterDeps } from './router-deps';

/** `GET /v2/models/{provider}/{model}/requests/{request_id}/status` */
export function getRequestStatus(call: RouterCall, deps: RouterDeps): Response {
  return statusResponse(findRequest(call, deps), call, deps);
}
