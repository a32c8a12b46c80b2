import type { Clock } from '../../clock';
import type { ModelOutput, ModelCall, ModelSource, RouterModel } from '../model-source';
import { answerOf } from './scripted-responses';
import { documentOf } from './scripted-documents';
import { failWith, faultsOf } from './scripted-faults';
import { readScript, type Script, type ScriptedKind } from './scripted-script';

/**
 * Models for the tests, in Node and in the browser. A test asks for a behaviour or a fault by what it puts into the body, so
 * the whole way from the form to the answer is the real one.
 *
 * | Model | What it answers |
 * |---|---|
 * | `scripted/echo` | its own input, byte for byte; has a schema, and refuses what that refuses |
 * | `scripted/free-form` | the same, without an authored schema: takes any object |
 * | `scripted/picture-inline` | a PNG as base64 in `data[].b64_json`, with 21.1 credits used |
 * | `scripted/picture-link` | a link to the provider's own storage; cannot be replayed |
 * | `scripted/sound` | a WAV file, as bytes |
 * | `scripted/text` | plain text |
 * | `scripted/bytes` | as many `bytes` as asked for, of `content_type` |
 * | `scripted/costly` | as `echo`; holds 100 cents, and charges for refusals |
 * | `scripted/riddle` | as `echo`; whether it charges for refusals is unknown |
 * | `scripted/once` | as `echo`; a call that may have run is not repeated under its key |
 * | `scripted_2/ray-2.1`, `a.b/c_d-e`, and one of 64 and 128 letters | as `echo` |
 *
 * Fields of the body that all of them understand, beside those of `scripted-faults.ts`:
 *
 * | Field | Meaning |
 * |---|---|
 * | `accept_ms` | time until the upstream accepts the call |
 * | `ms` | time from there to the answer |
 * | `stubborn` | it does not stop when it is asked to |
 * | `fault`, `times` | how it fails, and how often for one and the same body; absent: always |
 */
export class ScriptedModels implements ModelSource {
  /** What reached the upstream lately, oldest first. */
  readonly received: { model: string; body: Uint8Array; requestId: string }[] = [];
  readonly #clock: Clock;
  readonly #failures = new Map<string, number>();
  #models: readonly RouterModel[];

  /** @param fillers more models, so that a catalog has pages. */
  constructor({ clock, fillers = 0 }: { clock: Clock; fillers?: number }) {
    this.#clock = clock;
    this.#models = [...OWN, ...fillersOf(fillers)].map((facts) => this.#model(facts));
  }

  models(): readonly RouterModel[] {
    return this.#models;
  }

  /** Another build of the catalog: with this many fillers instead. */
  rebuild(fillers: number): void {
    this.#models = [...OWN, ...fillersOf(fillers)].map((facts) => this.#model(facts));
  }

  #model(facts: ScriptedFacts): RouterModel {
    const { provider = 'scripted', model, charges = 'no', kind = 'echo', holdCents, isRepeatable } = facts;
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
    if (this.received.length > MOST_REMEMBERED) this.received.shift();
    const fault = this.#faultFor(id, call.body, script);
    const stop = script.stubborn ? new AbortController().signal : call.signal;
    if (fault === 'silent') await pause(null, stop, this.#clock);
    await pause(script.acceptMs, stop, this.#clock);
    await call.accepted();
    if (fault === 'hang') await pause(null, stop, this.#clock);
    await pause(script.ms, stop, this.#clock);
    const answer = answerOf(kind, call.body, script);
    return fault === null ? answer : failWith(fault, answer);
  }

  #faultFor(id: string, body: Uint8Array, { fault, times }: Script): Script['fault'] {
    if (fault === null || times === null) return fault;
    const entry = `${id} ${new TextDecoder().decode(body)}`;
    const already = this.#failures.get(entry) ?? 0;
    this.#failures.set(entry, already + 1);
    return already < times ? fault : null;
  }
}

const MOST_REMEMBERED = 100;

interface ScriptedFacts {
  provider?: string;
  model: string;
  kind?: ScriptedKind;
  charges?: RouterModel['chargesOnPolicyRejection'];
  holdCents?: number;
  isRepeatable?: boolean;
}

const OWN: readonly ScriptedFacts[] = [
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

function fillersOf(count: number): ScriptedFacts[] {
  return Array.from({ length: count }, (_, index) => ({
    provider: 'filler',
    model: `model-${String(index).padStart(5, '0')}`,
  }));
}

/** @param ms null: for ever. @throws the reason of the signal */
async function pause(ms: number | null, signal: AbortSignal, clock: Clock): Promise<void> {
  signal.throwIfAborted();
  if (ms === 0) return;
  await new Promise<void>((resolve, reject) => {
    const takeBack = ms === null ? () => {} : clock.after(ms, resolve);
    const onAbort = () => {
      takeBack();
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
