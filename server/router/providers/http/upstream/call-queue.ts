import { systemClock } from '../../../../clock';
import { pause } from '../../../../delay';
import { ModelFailure, type ModelOutput, type ModelCall, type ResumedCall } from '../../../model-source';
import { addressOf, callUpstream, readUpstream, timeoutMsOf } from './call-upstream';
import type { ModelConfig, QueueConfig } from '../config-schema';
import type { HttpClient } from './http-client';
import { KeyMissing } from '../provider-keys';
import type { ReadProvider } from '../read-config';
import { ownText, valueAt } from './upstream-failure';

/** URLs of a submitted call. Stored with the key of the call, so that polling continues after a restart. */
interface Receipt {
  statusUrl: string;
  /** `null`: the last status response is the result. */
  resultUrl: string | null;
  cancelUrl: string | null;
}

/** Size limit of submit and status responses. */
const MAX_STATUS_BYTES = 1024 * 1024;
/** Maximum number of consecutive failed status requests; they do not affect the call and are retried. */
const MAX_FAILED_LOOKS = 20;
const MAX_DELAY_MS = 30_000;

interface QueuedModel {
  provider: ReadProvider;
  model: ModelConfig;
  queue: QueueConfig;
  client: HttpClient;
}

/**
 * Runs a call on a provider with a queue that is polled for the result (fal, Replicate). The call is submitted once; status
 * and result are polled as often as needed.
 */
export async function callQueue(queued: QueuedModel, call: ModelCall): Promise<ModelOutput> {
  const { provider, model, client } = queued;
  const response = await callUpstream(provider, model, call, client);
  const submitted = await readJson(response, provider);
  const receipt = receiptOf(submitted, queued);
  await call.submitted(JSON.stringify(receipt));
  return collect(queued, receipt, call);
}

/** Resumes a call that was submitted before the gateway restarted. */
export function resumeQueue(queued: QueuedModel, call: ResumedCall): Promise<ModelOutput> {
  // Receipt that `callQueue` wrote.
  return collect(queued, JSON.parse(call.receipt) as Receipt, call);
}

async function collect(
  queued: QueuedModel,
  receipt: Receipt,
  { signal }: Pick<ModelCall, 'signal'>,
): Promise<ModelOutput> {
  const { provider, model, queue } = queued;
  const deadline = AbortSignal.timeout(timeoutMsOf(provider, model));
  const either = AbortSignal.any([signal, deadline]);
  try {
    const last = await untilDone(queued, receipt, either);
    const { resultUrl } = receipt;
    if (resultUrl === null) return last;
    return await withRetries(() => readUpstream(queued, resultUrl, either), queue, either);
  } catch (error) {
    if (deadline.aborted && !signal.aborted) {
      if (error instanceof ModelFailure && error.cause instanceof KeyMissing) throw error;
      throw new ModelFailure('provider_timeout', `${provider.name} did not finish the call within its time`, {
        cause: error,
      });
    }
    // After a shutdown, polling resumes at the next start. Any other abort cancels the call.
    if (signal.aborted && !isClosing(signal)) await cancel(queued, receipt);
    throw error;
  }
}

/** Polls until the call is done. @returns the last status response @throws ModelFailure if the provider reports a failure */
async function untilDone(queued: QueuedModel, { statusUrl }: Receipt, signal: AbortSignal): Promise<ModelOutput> {
  const { provider, queue } = queued;
  for (;;) {
    const { text, response } = await withRetries(
      async () => {
        const response = await readUpstream(queued, statusUrl, signal);
        return { response, text: await textOf(response, provider) };
      },
      queue,
      signal,
    );
    const body = parsed(text, provider);
    const state = String(valueAt(body, queue.state) ?? '').toLowerCase();
    if (matches(queue.done, state)) return { ...response, body: new Blob([text]).stream() };
    if (matches(queue.failed, state)) {
      const said = ownText(body, provider);
      const options = said === null ? {} : { upstreamDetail: said };
      throw new ModelFailure('provider_error', `${provider.name} says that the call is ${state}`, options);
    }
    await pause(systemClock, queue.everySeconds * 1000, signal);
  }
}

/**
 * Retries failed reads, since they neither run nor charge anything. A definite rejection is not retried. A missing key does not
 * count as a failure: its owner may be replacing it.
 */
async function withRetries<T>(read: () => Promise<T>, queue: QueueConfig, signal: AbortSignal): Promise<T> {
  let failures = 0;
  for (;;) {
    try {
      return await read();
    } catch (error) {
      const isKeyMissing = error instanceof KeyMissing;
      const isDefinite = error instanceof ModelFailure && error.options.outcome === 'refused';
      const isLast = failures >= MAX_FAILED_LOOKS && !isKeyMissing;
      if (signal.aborted || isDefinite || isLast) throw lostCall(error);
      const requested = error instanceof ModelFailure ? (error.options.retryAfterSeconds ?? 0) * 1000 : 0;
      const growing = queue.everySeconds * 1000 * 2 ** Math.min(failures, 5);
      const ms = Math.max(requested, Math.min(growing, MAX_DELAY_MS));
      await pause(systemClock, ms, signal).catch((reason: unknown) => {
        throw isKeyMissing ? lostCall(error) : reason;
      });
      if (!isKeyMissing) failures += 1;
    }
  }
}

/** Converts the failure of a request for the result: it is not the outcome of the call, which was sent and may still run. */
export function lostCall(error: unknown): unknown {
  if (!(error instanceof ModelFailure)) return error;
  const { outcome: _, faults: _errors, status: _status, ...options } = error.options;
  const reason = error instanceof KeyMissing ? error.advice : error.detail;
  return new ModelFailure('provider_error', `The call was sent, but its result could not be read: ${reason}`, {
    ...options,
    cause: error,
  });
}

function receiptOf(submitted: unknown, { provider, queue }: QueuedModel): Receipt {
  const id = valueAt(submitted, queue.id);
  if (typeof id !== 'string' && typeof id !== 'number') {
    throw new ModelFailure('provider_error', `${provider.name} took the call and gave no ${queue.id}`);
  }
  const urlOf = (position: QueueConfig['status']) => {
    if ('path' in position)
      return addressOf(provider.baseUrl, position.path.replace('{id}', encodeURIComponent(id))).href;
    const given = valueAt(submitted, position.at);
    if (typeof given !== 'string' || !isOfProvider(given, provider)) {
      throw new ModelFailure('provider_error', `${provider.name} returned no URL on its own host at ${position.at}`);
    }
    return given;
  };
  return {
    statusUrl: urlOf(queue.status),
    resultUrl: queue.result ? urlOf(queue.result) : null,
    cancelUrl: queue.cancel ? urlOf(queue.cancel) : null,
  };
}

/** Returns true for URLs of the provider; the credential is sent nowhere else. */
function isOfProvider(url: string, { baseUrl }: ReadProvider): boolean {
  return URL.canParse(url) && new URL(url).origin === new URL(baseUrl).origin;
}

async function cancel(queued: QueuedModel, { cancelUrl }: Receipt): Promise<void> {
  const { queue } = queued;
  if (cancelUrl === null || !queue.cancel) return;
  try {
    const response = await readUpstream(queued, cancelUrl, AbortSignal.timeout(CANCEL_MS), queue.cancel.method);
    await response.body.cancel();
  } catch {
    // Best effort: the call may already have finished.
  }
}

const CANCEL_MS = 10_000;

async function readJson(response: ModelOutput, provider: ReadProvider): Promise<unknown> {
  return parsed(await textOf(response, provider), provider);
}

async function textOf({ body }: ModelOutput, { name }: ReadProvider): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > MAX_STATUS_BYTES) throw new ModelFailure('provider_error', `${name} gave a status that is too long`);
  }
  return Buffer.concat(chunks).toString();
}

function parsed(text: string, { name }: ReadProvider): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ModelFailure('provider_error', `${name} gave a status that is not JSON`, { cause });
  }
}

function matches(words: readonly string[], state: string): boolean {
  return words.some((word) => word.toLowerCase() === state);
}

function isClosing(signal: AbortSignal): boolean {
  return signal.reason instanceof Error && signal.reason.name === 'GatewayClosing';
}
