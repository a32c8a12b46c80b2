import type { CANCELLATIONS } from '@contract/router/queue-schemas';
import { findRequest } from './calls/queued-request';
import type { RouterCall, RouterDeps } from './router-deps';

/** `PUT /v2/models/{provider}/{model}/requests/{request_id}/cancel` */
export function cancelRequest(call: RouterCall, deps: RouterDeps): Response {
  const request = findRequest(call, deps);
  const status: (typeof CANCELLATIONS)[number] =
    request.phase === 'completed' ? 'ALREADY_COMPLETED' : 'CANCELLATION_REQUESTED';
  deps.queue.cancel(request);
  return Response.json(
    { request_id: request.id, status },
    { status: request.phase === 'completed' ? 409 : 202, headers: { 'cache-control': 'no-store' } },
  );
}
