import { COLLECT, ROUTER_HEADERS } from '@contract/router/headers';
import type { KeyedRun, RecordedResponse, RequestIdentity } from '../storage/router-records';
import { spendHeaders } from './admission';
import { demandRun } from './entitlements';
import { findModel } from './find-model';
import { resolveIdempotencyKey, readKey, unusableKey } from './idempotency';
import type { LiveCall } from './live-call';
import { callerLeft } from './model-calls';
import { readRunBody } from './read-run-body';
import { OUTPUT_HEADERS, recordedResponse, sizeHeader } from './recorded-response';
import { identityOf } from './request-identity';
import type { RouterCall, RouterDeps } from './router-deps';
import { RouterProblem, withOutcome } from './router-problem';

const REPLAYED = { [ROUTER_HEADERS.replayed]: 'true' };

/** `POST /v2/models/{provider}/{model}`, Model Router 4. */
export async function runModel(call: RouterCall, deps: RouterDeps): Promise<Response> {
  const { request, prefix, caller, requestId, origin } = call;
  const { id: modelId, model } = findModel(call, deps);
  demandRun(deps.entitlements, caller.owner, modelId);
  // The earlier prefix has no keys (Model Router 9).
  const key = prefix === 'v2' ? readKey(request.headers) : null;
  const body = await readRunBody(request, deps.settings.maxModelBodyBytes);
  const identity = await identityOf(request, key, body, deps);

  const earlier = key === null ? null : deps.store.router.key(caller.owner, key);
  switch (resolveIdempotencyKey(earlier, identity, deps.clock.now())) {
    // The key of a queued request is one of another request.
    case 'queued':
    case 'another-request':
      throw unusableKey('This key was used for another request before');
    case 'consumed':
      throw unusableKey('This key was already used and its response cannot be replayed');
    case 'running':
      return collect(earlier as KeyedRun, call, deps);
    case 'answered':
    case 'failed':
      return replay(earlier as KeyedRun, call, deps);
    case 'unused': {
      if (request.headers.get(COLLECT) === 'only') {
        const problem = unusableKey('The gateway has no record of this call, so it was not run');
        throw withOutcome(problem, 'not_run');
      }
      const facts = {
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
      return held(deps.calls.begin(facts, identity, body), call, deps, {});
    }
  }
}

/** The same after a restart, and of no use to whoever reads it: keys of callers stay here. */
function providerKey(owner: string, key: string, { target, bodyHash }: RequestIdentity, { sign }: RouterDeps): string {
  return sign(['idempotency key of a model call', owner, target, bodyHash, key].join('\n'));
}

/** Rules 2 and 4: one request at a time waits for a call; with nobody there the same key takes its place. */
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
    throw new RouterProblem('concurrency_limit_exceeded', 'The call with this key is still running', {
      status: 409,
      headers: pollHeaders(deps),
    });
  }
  return held(live, call, deps, REPLAYED);
}

/** @param headers of a result that is delivered. */
async function held(
  live: LiveCall,
  { request }: RouterCall,
  deps: RouterDeps,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const end = await live.wait(request.signal, deps.settings.modelDeadlineMs, deps.clock);
  switch (end.kind) {
    case 'answered': {
      const { contentType, headers: own, body } = end.answer;
      const { cents } = deps.store.router.inFlight(live.facts.owner);
      const spend = spendHeaders(deps.settings.modelSpendCents, Math.max(0, cents - live.facts.holdCents));
      return new Response(body, {
        headers: { ...OUTPUT_HEADERS, ...spend, ...own, ...headers, ...sizeHeader(body), 'content-type': contentType },
      });
    }
    case 'failed':
      throw end.problem;
    case 'deadline': {
      const detail = `The router waits ${deps.settings.modelDeadlineMs / 1000} s for a result, and there is none yet`;
      const goesOn = deps.calls.letGo(live, new RouterProblem('deadline_exceeded', detail));
      throw new RouterProblem('deadline_exceeded', detail, goesOn ? { headers: pollHeaders(deps) } : {});
    }
    case 'left': {
      const problem = callerLeft();
      deps.calls.letGo(live, problem);
      throw problem;
    }
  }
}

function pollHeaders({ settings }: RouterDeps): Record<string, string> {
  return { [ROUTER_HEADERS.retryAfter]: String(Math.max(1, Math.round(settings.modelPollMs / 1000))) };
}

/** Rule 1: from the record of the key, without running the model. */
async function replay(run: KeyedRun, { caller }: RouterCall, deps: RouterDeps): Promise<Response> {
  const { owner } = caller;
  const { router } = deps.store;
  const answer = run.answer as RecordedResponse;
  if (run.state !== 'answered') router.removeKey(owner, run.key);
  const spend = 'text' in answer.body ? {} : spendHeaders(deps.settings.modelSpendCents, router.inFlight(owner).cents);
  const response = await recordedResponse(answer, deps, { ...spend, ...(run.state === 'answered' ? REPLAYED : {}) });
  if (!response) throw unusableKey('The result of this key is no longer there');
  return response;
}
