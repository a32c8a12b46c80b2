import type { FieldError } from '@contract/router/validation-error';
import { ModelFailure, type ModelOutput } from '../../router/model-source';
import { streamOf } from '../../router/responses/readable-response';

/**
 * Values of `fault`.
 *
 * | Value | Effect |
 * |---|---|
 * | a bucket name | an error of that bucket; `internal_error` by an unexpected exception |
 * | `field_faults` | a 422 on `prompt` and on the second of `tags` |
 * | `odd_faults` | a 422 with an unknown type, bound and rejected values |
 * | `unreadable` | a response of type JSON with invalid JSON |
 * | `cut` | a truncated response |
 * | `hang` | accepted, but never a response |
 * | `silent` | never accepted |
 */
export const SCRIPTED_FAULTS = [
  'content_policy_violation',
  'provider_error',
  'provider_timeout',
  'insufficient_credits',
  'forbidden',
  'not_enabled',
  'service_unavailable',
  'rate_limited',
  'internal_error',
  'field_faults',
  'odd_faults',
  'unreadable',
  'cut',
  'hang',
  'silent',
] as const;
export type ScriptedFault = (typeof SCRIPTED_FAULTS)[number];

/** Secret in the provider's message, which must not reach a caller. */
const SECRET = 'sk-scripted-secret';

/** Simulates a fault. @throws ModelFailure, or the error of a broken model */
export function failWith(fault: ScriptedFault, response: ModelOutput): ModelOutput {
  switch (fault) {
    case 'content_policy_violation':
      throw new ModelFailure('content_policy_violation', 'The provider refused this on content-policy grounds', {
        upstreamStatus: 400,
        upstreamDetail: 'Flagged by the safety system',
        refusalSubject: 'input_text',
      });
    case 'provider_error':
      throw new ModelFailure('provider_error', 'The provider failed', {
        upstreamStatus: 500,
        cause: new Error(`500 from upstream, key ${SECRET}`),
      });
    case 'provider_timeout':
      throw new ModelFailure('provider_timeout', 'The provider did not respond within its time');
    case 'insufficient_credits':
    case 'forbidden':
    case 'not_enabled':
    case 'service_unavailable':
      throw new ModelFailure(fault, `The provider said ${fault}`);
    case 'rate_limited':
      throw new ModelFailure('rate_limited', 'The provider allows 10 calls in 1 minute', { retryAfterSeconds: 2 });
    case 'internal_error':
      throw new Error(`Unexpected failure with ${SECRET}`);
    case 'field_faults':
      throw rejection([
        { loc: ['body', 'prompt'], msg: 'This prompt is too dull', type: 'value_error' },
        { loc: ['body', 'tags', 1], msg: 'This tag is not known', type: 'enum', input: 'blurry' },
      ]);
    case 'odd_faults':
      throw rejection([
        {
          loc: ['body', 'size', 'width'],
          msg: 'Zero is too little',
          type: 'weird_kind.v2',
          ctx: { ge: 1, x: [2] },
          input: 0,
        },
        { loc: ['body', 'prompt'], msg: 'False is not a prompt', type: 'weird_kind.v2', input: false },
        { loc: ['body', 'tags'], msg: 'Null is not a list', type: 'weird_kind.v2', input: null },
        { loc: ['body', 'size'], msg: 'An object was echoed', type: 'weird_kind.v2', input: { a: [1] } },
        { loc: ['body'], msg: 'Something else is missing', type: 'missing' },
      ]);
    case 'unreadable':
      return { ...response, contentType: 'application/json', body: streamOf([new TextEncoder().encode('{"half":')]) };
    case 'cut':
      return { ...response, contentType: 'application/octet-stream', body: brokenStream() };
    case 'hang':
    case 'silent':
      return response;
  }
}

function brokenStream(): ReadableStream<Uint8Array> {
  let chunks = 0;
  return new ReadableStream(
    {
      pull(controller) {
        chunks += 1;
        if (chunks <= 2) controller.enqueue(new Uint8Array(1000));
        else controller.error(new Error('The connection to the provider was cut'));
      },
    },
    { highWaterMark: 0 },
  );
}

function rejection(faults: readonly FieldError[]): ModelFailure {
  return new ModelFailure('invalid_input', 'The input was rejected', { faults });
}

/** Validates the body by the schema of the scripted models. @throws ModelFailure with one error per field */
export function faultsOf({ fields }: { fields: Readonly<Record<string, unknown>> }): void {
  const faults: FieldError[] = [];
  const { prompt, tags, size } = fields;
  if (prompt !== undefined && typeof prompt !== 'string') {
    faults.push({ loc: ['body', 'prompt'], msg: 'Input should be a string', type: 'string_type', input: prompt });
  }
  if (tags !== undefined && !Array.isArray(tags)) {
    faults.push({ loc: ['body', 'tags'], msg: 'Input should be a list', type: 'list_type', input: tags });
  }
  for (const [index, tag] of (Array.isArray(tags) ? tags : []).entries()) {
    if (typeof tag === 'string') continue;
    faults.push({ loc: ['body', 'tags', index], msg: 'Input should be a string', type: 'string_type', input: tag });
  }
  const width = typeof size === 'object' && size !== null && 'width' in size ? size.width : undefined;
  if (width !== undefined && !Number.isInteger(width)) {
    faults.push({
      loc: ['body', 'size', 'width'],
      msg: 'Input should be a whole number',
      type: 'int_type',
      input: width,
    });
  } else if (typeof width === 'number' && width < 1) {
    const fault = { msg: 'Input should be at least 1', type: 'greater_than_equal', ctx: { ge: 1 }, input: width };
    faults.push({ loc: ['body', 'size', 'width'], ...fault });
  }
  if (faults.length > 0) throw rejection(faults);
}
