import { COLLECT, ROUTER_HEADERS } from '@contract/router/headers';
import type { KeyedRun, RecordedAnswer, RequestIdentity } from '../storage/router-records';
import { spendHeaders } from './admission';
import { demandRun } from './entitlements';
import { findModel } from './find-model';
import { decideKey, readKey, unusableKey } from './key-decision';
import type { LiveCall } from './live-call';
import { callerLeft } from './model-calls';
import { readRunBody } from './read-run-body';
import type { RouterCall, RouterDeps } from './router-deps';
import { RouterProblem, withOutcome } from './router-problem';
import { sha256Hex } from './sha256';

/** Bytes of strangers on our own origin: nothing sniffs them, and nothing in them runs. */
const OUTPUT_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
};

/** Comes from the disk, in ranges of which nobody gets any: the host cuts the connection where it breaks off. */
const FROM_DISK = { 'accept-ranges': 'none' };

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
  switch (decideKey(earlier, identity, deps.clock.now())) {
    case 'another-request':
      throw unusableKey('This key was used for another request before');
    case 'consumed':
      throw unusableKey('The call of this key was made, and its result cannot be given again');
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

async function identityOf(
  request: Request,
  key: string | null,
  body: Uint8Array,
  { sha256 = sha256Hex }: RouterDeps,
): Promise<RequestIdentity> {
  const { pathname, search } = new URL(request.url);
  // Nothing is compared without a key.
  return { method: request.method, target: pathname + search, bodyHash: key === null ? '' : await sha256(body) };
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
    throw new RouterProblem('concurrency_limit_exceeded', 'The call of this key is still running', {
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
        headers: { ...OUTPUT_HEADERS, ...spend, ...own, ...headers, ...sizeOf(body), 'content-type': contentType },
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
  const answer = run.answer as RecordedAnswer;
  const { status, body, contentType } = answer;
  const headers = { ...OUTPUT_HEADERS, ...answer.headers, 'content-type': contentType };
  if ('text' in body) {
    if (run.state === 'answered') return new Response(body.text, { status, headers: { ...headers, ...REPLAYED } });
    router.removeKey(owner, run.key);
    return new Response(body.text, { status, headers });
  }
  const bytes = 'base64' in body ? bytesOf(body.base64) : await deps.blobs.read(body.blob);
  if (!bytes) throw unusableKey('The result of this key is no longer there');
  const spend = spendHeaders(deps.settings.modelSpendCents, router.inFlight(owner).cents);
  const size = 'base64' in body ? sizeOf(bytes) : { 'content-length': String(body.sizeBytes), ...FROM_DISK };
  return new Response(bytes, { status, headers: { ...headers, ...spend, ...REPLAYED, ...size } });
}

function sizeOf(body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>): Record<string, string> {
  return 'byteLength' in body ? { 'content-length': String(body.byteLength) } : {};
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
}
