import { COLLECT, ROUTER_HEADERS } from '@contract/router/headers';
import type { KeyedRun, RecordedResponse, RequestIdentity } from '../storage/router-records';
import { spendHeaders } from './calls/admission';
import { requireRunAccess } from './entitlements';
import { findModel } from './catalog/find-model';
import { resolveIdempotencyKey, readKey, unusableKey, identityOf } from './calls/idempotency';
import type { ActiveCall } from './calls/active-call';
import { callerDisconnected } from './calls/model-calls';
import { readRunBody } from './calls/read-run-body';
import { OUTPUT_HEADERS, recordedResponse, sizeHeader } from './responses/recorded-response';
import type { RouterCall, RouterDeps } from './router-deps';
import { routerError, withOutcome } from './router-error';

const REPLAYED = { [ROUTER_HEADERS.replayed]: 'true' };

/** `POST /v2/models/{provider}/{model}`, Model Router 4. */
export async function runModel(call: RouterCall, deps: RouterDeps): Promise<Response> {
  const { request, prefix, caller, requestId, origin } = call;
  // The response need not wait for the disk: required syncs are awaited before the provider is called (decision 013).
  call.passOn();
  const { id: modelId, model } = findModel(call, deps);
  requireRunAccess(deps.entitlements, caller.owner, modelId);
  // The v1 prefix has no idempotency keys (Model Router 9).
  const key = prefix === 'v2' ? readKey(request.headers) : null;
  const body = await readRunBody(request, deps.settings.maxModelBodyBytes);
  const identity = await identityOf(request, key, body, deps);

  const earlier = key === null ? null : deps.store.router.key(caller.owner, key);
  switch (resolveIdempotencyKey(earlier, identity, deps.clock.now())) {
    // A key of a queued request belongs to another request.
    case 'queued':
    case 'another-request':
      throw unusableKey('This key was used for another request before');
    case 'consumed':
      throw unusableKey('This key was already used and its response cannot be replayed');
    case 'running':
      // Only a known key can be running, completed or failed.
      return collect(earlier as KeyedRun, call, deps);
    case 'answered':
    case 'failed':
      return replay(earlier as KeyedRun, call, deps);
    case 'unused': {
      if (request.headers.get(COLLECT) === 'only') {
        const error = unusableKey('The gateway has no record of this call, so it was not run');
        throw withOutcome(error, 'not_run');
      }
      const details = {
        id: requestId,
        owner: caller.owner,
        modelId,
        model,
        key,
        idempotencyKey: key === null ? requestId : providerKey(caller.owner, key, identity, deps),
        startedAt: deps.clock.now(),
        holdCents: model.holdCents ?? 0,
        origin,
      };
      return held(deps.calls.begin(details, identity, body), call, deps, {});
    }
  }
}

/** Derives a key that is stable across restarts and does not reveal the caller's key. */
function providerKey(owner: string, key: string, { target, bodyHash }: RequestIdentity, { sign }: RouterDeps): string {
  return sign(['idempotency key of a model call', owner, target, bodyHash, key].join('\n'));
}

/** Waits for an active call (rules 2 and 4). One request at a time can wait; if none does, a request with the same key may. */
function collect(run: KeyedRun, call: RouterCall, deps: RouterDeps): Promise<Response> {
  const live = deps.calls.live(run.callId);
  if (!live)
    throw withOutcome(
      unusableKey(
        'The gateway was stopped while the call of this key ran. What it made is lost, and may have been charged',
      ),
      'unknown',
    );
  if (live.isBusy) {
    throw routerError('concurrency_limit_exceeded', 'The call with this key is still running', {
      status: 409,
      headers: pollHeaders(deps),
    });
  }
  return held(live, call, deps, REPLAYED);
}

/** @param headers headers of a delivered result */
async function held(
  live: ActiveCall,
  { request }: RouterCall,
  deps: RouterDeps,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const end = await live.wait(request.signal, deps.settings.modelDeadlineMs, deps.clock);
  switch (end.kind) {
    case 'answered': {
      const { contentType, headers: own, body } = end.response;
      const { cents } = deps.store.router.inFlight(live.facts.owner);
      const spend = spendHeaders(deps.settings.modelSpendCents, Math.max(0, cents - live.facts.holdCents));
      return new Response(body, {
        headers: { ...OUTPUT_HEADERS, ...spend, ...own, ...headers, ...sizeHeader(body), 'content-type': contentType },
      });
    }
    case 'failed':
      throw end.error;
    case 'deadline': {
      const detail = `The router waits ${deps.settings.modelDeadlineMs / 1000} s for a result, and there is none yet`;
      const goesOn = deps.calls.letGo(live, routerError('deadline_exceeded', detail));
      throw routerError('deadline_exceeded', detail, goesOn ? { headers: pollHeaders(deps) } : {});
    }
    case 'left': {
      const error = callerDisconnected();
      deps.calls.letGo(live, error);
      throw error;
    }
  }
}

function pollHeaders({ settings }: RouterDeps): Record<string, string> {
  return { [ROUTER_HEADERS.retryAfter]: String(Math.max(1, Math.round(settings.modelPollMs / 1000))) };
}

/** Replays the response from the record of the key, without running the model (rule 1). */
async function replay(run: KeyedRun, { caller }: RouterCall, deps: RouterDeps): Promise<Response> {
  const { owner } = caller;
  const { router } = deps.store;
  // A completed or failed run has a record.
  const answer = run.response as RecordedResponse;
  if (run.state !== 'answered') router.removeKey(owner, run.key);
  const spend = 'text' in answer.body ? {} : spendHeaders(deps.settings.modelSpendCents, router.inFlight(owner).cents);
  const response = await recordedResponse(answer, deps, { ...spend, ...(run.state === 'answered' ? REPLAYED : {}) });
  if (!response) throw unusableKey('The result of this key is no longer there');
  return response;
}
