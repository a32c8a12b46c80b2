import type { Clock } from '../../clock';
import type { ModelOutput, ModelCall, ModelSource, RouterModel } from '../../router/model-source';
import { responseOf } from './scripted-responses';
import { documentOf } from './scripted-documents';
import { failWith, faultsOf } from './scripted-faults';
import { readScript, type Script, type ScriptedKind } from './scripted-script';

/**
 * Models for tests in Node and in the browser. A test selects a behavior or fault with fields of the body, so that the whole
 * path from the form to the response is the real one.
 *
 * | Model | Response |
 * |---|---|
 * | `scripted/echo` | its input, byte for byte; has a schema and validates by it |
 * | `scripted/free-form` | the same, without an authored schema: takes any object |
 * | `scripted/picture-inline` | a PNG as base64 in `data[].b64_json`, with 21.1 credits used |
 * | `scripted/picture-link` | a link to the provider's own storage; cannot be replayed |
 * | `scripted/sound` | a WAV file, as bytes |
 * | `scripted/text` | plain text |
 * | `scripted/bytes` | `bytes` bytes of type `content_type` |
 * | `scripted/costly` | like `echo`; commits 100 cents and charges for policy refusals |
 * | `scripted/riddle` | like `echo`; unknown whether it charges for policy refusals |
 * | `scripted/once` | like `echo`; a call that may have run is not repeated with its key |
 * | `scripted_2/ray-2.1`, `a.b/c_d-e`, and one with 64 and 128 letters | like `echo` |
 *
 * Body fields of all models, in addition to those of `scripted-faults.ts`:
 *
 * | Field | Meaning |
 * |---|---|
 * | `accept_ms` | time until the upstream accepts the call |
 * | `ms` | time from acceptance to the response |
 * | `stubborn` | ignores requests to stop |
 * | `fault`, `times` | the fault, and how often it occurs for the same body; default: always |
 */
export class ScriptedModels implements ModelSource {
  /** Recent calls that reached the upstream, oldest first. */
  readonly received: { model: string; body: Uint8Array; requestId: string }[] = [];
  readonly #clock: Clock;
  readonly #failures = new Map<string, number>();
  #models: readonly RouterModel[];

  /** @param fillers number of additional models, to get several catalog pages */
  constructor({ clock, fillers = 0 }: { clock: Clock; fillers?: number }) {
    this.#clock = clock;
    this.#models = [...OWN, ...fillersOf(fillers)].map((details) => this.#model(details));
  }

  models(): readonly RouterModel[] {
    return this.#models;
  }

  /** Changes the number of fillers, which starts a new build of the catalog. */
  rebuild(fillers: number): void {
    this.#models = [...OWN, ...fillersOf(fillers)].map((details) => this.#model(details));
  }

  #model(details: ScriptedDetails): RouterModel {
    const { provider = 'scripted', model, charges = 'no', kind = 'echo', holdCents, isRepeatable } = details;
    const id = `${provider}/${model}`;
    const inputSchemaAuthored = kind !== 'free-form';
    return {
      provider,
      model,
      chargesOnPolicyRejection: charges,
      inputSchemaAuthored,
      isRepeatable: isRepeatable ?? true,
      ...(holdCents === undefined ? {} : { holdCents }),
      document: async () => documentOf(id, kind),
      run: (call) => this.#run(id, kind, call),
    };
  }

  async #run(id: string, kind: ScriptedKind, call: ModelCall): Promise<ModelOutput> {
    const script = readScript(call.body);
    if (kind !== 'free-form') faultsOf(script);
    this.received.push({ model: id, body: call.body, requestId: call.requestId });
    if (this.received.length > MAX_RECEIVED) this.received.shift();
    const fault = this.#faultFor(id, call.body, script);
    const stop = script.stubborn ? new AbortController().signal : call.signal;
    if (fault === 'silent') await pause(null, stop, this.#clock);
    await pause(script.acceptMs, stop, this.#clock);
    await call.accepted();
    if (fault === 'hang') await pause(null, stop, this.#clock);
    await pause(script.ms, stop, this.#clock);
    const response = responseOf(kind, call.body, script);
    return fault === null ? response : failWith(fault, response);
  }

  #faultFor(id: string, body: Uint8Array, { fault, times }: Script): Script['fault'] {
    if (fault === null || times === null) return fault;
    const entry = `${id} ${new TextDecoder().decode(body)}`;
    const already = this.#failures.get(entry) ?? 0;
    this.#failures.set(entry, already + 1);
    return already < times ? fault : null;
  }
}

const MAX_RECEIVED = 100;

interface ScriptedDetails {
  provider?: string;
  model: string;
  kind?: ScriptedKind;
  charges?: RouterModel['chargesOnPolicyRejection'];
  holdCents?: number;
  isRepeatable?: boolean;
}

const OWN: readonly ScriptedDetails[] = [
  { model: 'echo' },
  { model: 'free-form', kind: 'free-form' },
  { model: 'picture-inline', kind: 'picture-inline' },
  { model: 'picture-link', kind: 'picture-link', charges: 'unknown' },
  { model: 'sound', kind: 'sound' },
  { model: 'text', kind: 'text' },
  { model: 'bytes', kind: 'bytes' },
  { model: 'costly', charges: 'yes', holdCents: 100 },
  { model: 'riddle', charges: 'unknown' },
  { model: 'once', isRepeatable: false },
  { provider: 'scripted_2', model: 'ray-2.1' },
  { provider: 'a.b', model: 'c_d-e' },
  { provider: 'p'.repeat(64), model: 'm'.repeat(128) },
];

function fillersOf(count: number): ScriptedDetails[] {
  return Array.from({ length: count }, (_, index) => ({
    provider: 'filler',
    model: `model-${String(index).padStart(5, '0')}`,
  }));
}

/** @param ms `null` waits until the abort. @throws the reason of the signal */
async function pause(ms: number | null, signal: AbortSignal, clock: Clock): Promise<void> {
  signal.throwIfAborted();
  if (ms === 0) return;
  await new Promise<void>((resolve, reject) => {
    const takeBack = ms === null ? () => {} : clock.after(ms, resolve);
    const onAbort = () => {
      takeBack();
      reject(signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
