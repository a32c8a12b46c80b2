import type { AppDeps } from '../../../deps';
import { saveAsset, type SaveDeps } from '../../hosting/save-asset';
import { firstSentence } from '../../catalog/model-about';
import { ModelFailure, type ModelOutput, type ModelCall, type ModelSource, type RouterModel } from '../../model-source';
import type { BuiltinModel, Computed, ResultBody } from './builtin-model';
import { checkInput, inputRejected } from './check-input';
import type { ComputeResponse, ComputeRequest } from './compute/run-computation';
import { documentOf } from './document';
import { chime } from './models/chime';
import { digest } from './models/digest';
import { erosion } from './models/erosion';
import { flowField } from './models/flow-field';
import { halftone } from './models/halftone';
import { palette } from './models/palette';
import { readImages, type ImageDeps } from './read-images';
import { readRunInputs } from '../../calls/run-inputs';

export const BUILTIN_PROVIDER = 'flowdeck';
export const BUILTIN_MODELS: readonly BuiltinModel[] = [flowField, erosion, halftone, palette, chime, digest];

/** Runs computations; those of the same pace run one after the other. */
export interface Computer {
  /** Rejects when the computation crashed, took too long or was given up. */
  ask(question: ComputeRequest, signal: AbortSignal): Promise<ComputeResponse>;
  close(): Promise<void>;
}
export type Computers = Readonly<Record<BuiltinModel['pace'], Computer>>;

export type BuiltinDeps = SaveDeps & ImageDeps & Pick<AppDeps, 'log'>;

/** Models that run on this machine, without an account or network. */
export class BuiltinModels implements ModelSource {
  readonly #deps: BuiltinDeps;
  readonly #models: readonly RouterModel[];
  readonly #computers: Computers;

  constructor(computers: Computers, deps: BuiltinDeps) {
    this.#deps = deps;
    this.#computers = computers;
    this.#models = BUILTIN_MODELS.map((model) => this.#routerModel(model));
  }

  models(): readonly RouterModel[] {
    return this.#models;
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#computers).map((computer) => computer.close()));
  }

  #routerModel(model: BuiltinModel): RouterModel {
    let document: string | null = null;
    return {
      provider: BUILTIN_PROVIDER,
      model: model.model,
      chargesOnPolicyRejection: 'no',
      inputSchemaAuthored: true,
      isFree: true,
      isLocal: true,
      isRepeatable: true,
      about: () => ({
        title: model.title,
        summary: firstSentence(model.description),
        inputModalities: model.inputModalities,
        outputModalities: model.outputModalities,
      }),
      document: async () => (document ??= documentOf(model, `${BUILTIN_PROVIDER}/${model.model}`)),
      run: (call) => this.#run(model, call),
    };
  }

  async #run(model: BuiltinModel, call: ModelCall): Promise<ModelOutput> {
    const { clock } = this.#deps;
    const input = checkInput(model.input, call.body);
    const sources = model.pictures?.(input) ?? [];
    const images = await readImages(sources, this.#deps, call.signal);
    await call.accepted();
    const startedAt = clock.now();
    const computed = await this.#compute(model, { model: model.model, input, pictures: images }, call);
    const result = await model.respond(input, computed, {
      requestId: call.requestId,
      startedAt,
      endedAt: clock.now(),
      keep: ({ bytes, contentType }, name) =>
        saveAsset(
          this.#deps,
          { content: once(bytes), contentType, name },
          {
            owner: call.owner,
            origin: call.origin,
            inputs: readRunInputs(call.body, `${BUILTIN_PROVIDER}/${model.model}`),
          },
        ),
    });
    return responseOf(model.output.contentType, result);
  }

  async #compute(model: BuiltinModel, question: ComputeRequest, call: ModelCall): Promise<Computed> {
    const response = await this.#computers[model.pace].ask(question, call.signal).catch((error: unknown) => {
      if (call.signal.aborted) throw error;
      this.#deps.log.warn(
        { err: error, requestId: call.requestId, model: model.model },
        'A built-in model did not end',
      );
      throw new ModelFailure('provider_error', 'The process of this model stopped unexpectedly', {
        cause: error,
      });
    });
    if (response.kind === 'computed') return response.computed;
    if (response.kind === 'picture-refused') {
      const loc = model.pictures?.(question.input)[response.index]?.loc ?? ['body'];
      throw inputRejected([{ loc: [...loc], msg: response.message, type: 'image_invalid' }]);
    }
    this.#deps.log.error(
      { error: response.message, requestId: call.requestId, model: model.model },
      'A built-in model failed',
    );
    throw new ModelFailure('provider_error', 'Internal error in this model. See the gateway log');
  }
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

function responseOf(contentType: string, result: ResultBody): ModelOutput {
  const bytes = 'bytes' in result ? result.bytes : new TextEncoder().encode(printJson(result.json));
  // Copied, since Node may return a view of a shared buffer and a response needs its own.
  return { contentType, body: new Blob([new Uint8Array(bytes)]).stream(), creditsUsed: '0' };
}

/** Serializes plain data to JSON; a bigint becomes an integer with all its digits. */
function printJson(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return `[${value.map((item) => printJson(item)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const properties = Object.entries(value).filter(([, property]) => property !== undefined);
  return `{${properties.map(([key, property]) => `${JSON.stringify(key)}:${printJson(property)}`).join(',')}}`;
}
