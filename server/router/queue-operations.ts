import { COLLECT, ROUTER_HEADERS } from '@contract/router/headers';
import type { RequestHandle, CANCELLATIONS } from '@contract/router/queue-schemas';
import { collectBlob } from '../assets/asset-records';
import type { AppDeps } from '../deps';
import type { StoredBytes } from '../storage/request-records';
import { spendHeaders } from './calls/admission';
import { requireRunAccess } from './entitlements';
import { findModel } from './catalog/find-model';
import { resolveIdempotencyKey, readKey, unusableKey, identityOf } from './calls/idempotency';
import type { RouterModel } from './model-source';
import { requestUrls, findRequest, statusResponse } from './calls/queued-request';
import { readRunBody } from './calls/read-run-body';
import type { RouterCall, RouterDeps } from './router-deps';
import { routerError, withOutcome } from './router-error';
import { toBase64 } from '../to-base64';
import { recordedResponse } from './responses/recorded-response';

/** Longer inputs are stored in the blob store. */
const MAX_INLINE_BYTES = 256 * 1024;

/** `POST /v2/models/{provider}/{model}/requests` */
export async function submitModel(call: RouterCall, deps: RouterDeps): Promise<Response> {
  const { request, prefix, caller, requestId, origin } = call;
  const { id: model, model: found } = findModel(call, deps);
  requireRunAccess(deps.entitlements, caller.owner, model);
  demandRoom(found, deps);
  // The v1 prefix has no idempotency keys (Model Router 9).
  const key = prefix === 'v2' ? readKey(request.headers) : null;
  const body = await readRunBody(request, deps.settings.maxModelBodyBytes);
  const identity = await identityOf(request, key, body, deps);
  const input = await storeInput(body, deps);
  // No `await` between here and the insertion, so that two submits with one key create one request.
  try {
    const earlier = key === null ? null : deps.store.router.key(caller.owner, key);
    switch (resolveIdempotencyKey(earlier, identity, deps.clock.now())) {
      case 'queued':
        // The input of the first submit is already stored.
        void dropInput(input, deps);
        return handleResponse(earlier?.callId ?? '', model, call, { [ROUTER_HEADERS.replayed]: 'true' });
      case 'unused': {
        if (request.headers.get(COLLECT) === 'only') {
          throw withOutcome(unusableKey('The gateway has no record of this call, so it was not run'), 'not_run');
        }
        const createdAt = deps.clock.now();
        const claim = key === null ? null : { key, identity };
        deps.queue.submit({ id: requestId, owner: caller.owner, model, createdAt, origin }, input, claim);
        deps.traces?.beginCall(requestId);
        return handleResponse(requestId, model, call, {});
      }
      default:
        throw unusableKey('This key was used for another request before');
    }
  } catch (error) {
    void dropInput(input, deps);
    throw error;
  }
}

/** Rejects a request that could never start. */
function demandRoom({ holdCents = 0 }: RouterModel, { settings }: RouterDeps): void {
  if (holdCents <= settings.modelSpendCents) return;
  const detail = `This call would commit ${holdCents} cents, and ${settings.modelSpendCents} cents are allowed in all`;
  const headers = spendHeaders(settings.modelSpendCents, 0);
  throw withOutcome(routerError('concurrency_limit_exceeded', detail, { status: 429, headers }), 'not_run');
}

/** Builds the response of the first submit. */
function handleResponse(id: string, model: string, call: RouterCall, headers: Record<string, string>): Response {
  const handle: RequestHandle = { request_id: id, status: 'IN_QUEUE', ...requestUrls(id, model, call) };
  return Response.json(handle, { status: 201, headers: { 'cache-control': 'no-store', ...headers } });
}

async function storeInput(body: Uint8Array, { blobs }: Pick<AppDeps, 'blobs'>): Promise<StoredBytes> {
  if (body.byteLength <= MAX_INLINE_BYTES) return { base64: toBase64(body) };
  const { hash, size } = await blobs.put(new Blob([body]).stream());
  return { blob: hash, sizeBytes: size };
}

async function dropInput(input: StoredBytes, deps: RouterDeps): Promise<void> {
  if ('blob' in input) {
    await collectBlob(deps, input.blob).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'The input of a rejected request could not be removed'),
    );
  }
}

/** `GET /v2/models/{provider}/{model}/requests/{request_id}/status` */
export function getRequestStatus(call: RouterCall, deps: RouterDeps): Response {
  return statusResponse(findRequest(call, deps), call, deps);
}

/** `GET /v2/models/{provider}/{model}/requests/{request_id}`: the same response as for a synchronous run. */
export async function getRequestResult(call: RouterCall, deps: RouterDeps): Promise<Response> {
  const request = findRequest(call, deps);
  if (request.phase !== 'completed') return statusResponse(request, call, deps, 202);
  const answer = deps.store.requests.response(request.id);
  const response = answer && (await recordedResponse(answer, deps));
  if (response) return response;
  throw routerError('internal_error', 'The result of this request is no longer there');
}

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
