import type { FieldFault } from '@contract/router/validation-error';
import { ModelFailure, type ModelOutput } from '../model-source';
import { streamOf } from '../readable-response';
import type { Script } from './scripted-script';

/**
 * The words that `fault` may hold.
 *
 * | Word | What comes of it |
 * |---|---|
 * | the name of a bucket | a refusal of that bucket; `internal_error` by an error that nobody expected |
 * | `field_faults` | a 422 on `prompt` and on the second of `tags` |
 * | `odd_faults` | a 422 with a type, a bound and rejected values that nobody has seen before |
 * | `unreadable` | an answer that says it is JSON, and is not |
 * | `cut` | an answer that breaks off in its middle |
 * | `hang` | accepted, and never answered |
 * | `silent` | not even accepted |
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

/** Stands in what a provider said, and must reach no caller. */
const SECRET = 'sk-scripted-secret';

/** @throws ModelFailure, or what a broken model would throw */
export function failWith(fault: ScriptedFault, answer: ModelOutput): ModelOutput {
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
      throw new ModelFailure('provider_timeout', 'The provider did not answer within its time');
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
      throw refusal([
        { loc: ['body', 'prompt'], msg: 'This prompt is too dull', type: 'value_error' },
        { loc: ['body', 'tags', 1], msg: 'This tag is not known', type: 'enum', input: 'blurry' },
      ]);
    case 'odd_faults':
      throw refusal([
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
      return { ...answer, contentType: 'application/json', body: streamOf([new TextEncoder().encode('{"half":')]) };
    case 'cut':
      return { ...answer, contentType: 'application/octet-stream', body: brokenStream() };
    case 'hang':
    case 'silent':
      return answer;
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

function refusal(faults: readonly FieldFault[]): ModelFailure {
  return new ModelFailure('invalid_input', 'The input was rejected', { faults });
}

/** What the schema of the scripted models refuses. @throws ModelFailure with a fault for each field */
export function faultsOf({ fields }: Script): void {
  const faults: FieldFault[] = [];
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
  if (faults.length > 0) throw refusal(faults);
}
