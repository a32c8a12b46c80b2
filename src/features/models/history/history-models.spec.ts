import { describe, expect, it } from 'vitest';
import { parseJson } from '@contract/json/lossless';
import type { RunRecord, RunResponse, RunState } from '@/domains/model-calls/run-record';
import { redactJson } from '@/shared/redact-json';
import { jsonDifferences, sameValues } from '@/shared/compare/json-diff';
import { exportText } from '../actions/run-export';
import { runChip, runCredits, typicalTime } from '../run/run-chips';
import { inputSummary } from './input-summary';

const response = {
  status: 200,
  receivedAt: 1,
  durationMs: 3400.4,
  contentType: 'application/json',
  sizeBytes: 2,
  isKept: true,
  requestId: 'req_1',
  isReplayed: false,
  creditsUsed: null,
  headers: [],
};
const failure = {
  at: 1,
  status: 400,
  rawBucket: 'content_policy_violation',
  detail: 'Refused.',
  requestId: 'req_2',
  isReplayed: false,
  upstreamStatus: null,
  upstreamDetail: null,
  refusalSubject: null,
  headers: [],
  bodyText: '',
} as unknown as Extract<RunState, { name: 'failed' }>['failure'];

function run(state: RunState): RunRecord {
  const record = { id: 'r', surfaceId: 'local', modelId: 'bfl/flux', key: 'SECRET-KEY', createdAt: 0, state };
  return record as unknown as RunRecord;
}
const answered = (more: Partial<RunResponse>) =>
  run({ name: 'done', answer: { ...response, ...more } } as unknown as RunState);
const done = (durationMs: number, isReplayed = false) => answered({ durationMs, isReplayed });

describe('the status chip of a run', () => {
  it('R-7.09 R-5.11 does not present refused and not enabled as failures', () => {
    expect(runChip({ state: { name: 'failed', failure } })).toEqual({ word: 'rejected', tone: 'warn' });
    expect(
      runChip({ state: { name: 'failed', failure: { ...failure, status: 403, rawBucket: 'not_enabled' } } }),
    ).toEqual({
      word: 'not enabled',
      tone: 'neutral',
    });
    expect(
      runChip({ state: { name: 'failed', failure: { ...failure, status: 502, rawBucket: 'provider_error' } } }).tone,
    ).toBe('bad');
  });

  it('R-4.40 marks a replayed response', () => {
    expect(runChip(done(1, true)).word).toBe('replayed');
  });
});

describe('the cost of a run', () => {
  const costOf = (creditsUsed: string | null, isFree = false) => runCredits({ ...answered({ creditsUsed }), isFree });

  it('is what the router reported, unless it is nothing', () => {
    expect(costOf('12.5')).toBe('12.5 credits');
    expect(costOf('1')).toBe('1 credit');
    expect([costOf('0'), costOf('0.00'), costOf(null)]).toEqual([null, null, null]);
    expect(runCredits({ isFree: false, state: { name: 'canceled' } })).toBeNull();
  });

  it('is not shown for models that cost nothing', () => {
    expect(costOf('3', true)).toBeNull();
  });
});

describe('the typical time', () => {
  it('is the median of the calls that ran', () => {
    expect(typicalTime([done(1000), done(90_000), done(3000), done(5, true)])).toEqual({ medianMs: 3000, count: 3 });
    expect(typicalTime([done(5, true), run({ name: 'canceled' })])).toBeNull();
  });
});

describe('the differences of runs', () => {
  const diff = (left: string, right: string) =>
    jsonDifferences([parseJson(left), parseJson(right)]).map(({ path, values }) => [path.join('.'), ...values]);

  it('include changed, missing and added values', () => {
    expect(diff('{"a":1,"b":{"c":[1,2]},"d":null}', '{"b":{"c":[1,3,4]},"d":null,"e":true}')).toEqual([
      ['a', 1, undefined],
      ['b.c.1', 2, 3],
      ['b.c.2', undefined, 4],
      ['e', undefined, true],
    ]);
  });

  it('leave out what is the same, which has one value', () => {
    const documents = ['{"a":1,"b":{"c":"x","d":1.0}}', '{"b":{"c":"x","d":1},"a":1}'].map((text) => parseJson(text));
    expect(sameValues(documents)).toEqual([
      { path: ['a'], values: [1] },
      { path: ['b', 'c'], values: ['x'] },
    ]);
  });

  it('compare three or more runs', () => {
    const four = ['{"a":1,"b":2}', '{"a":1,"b":3}', '{"a":1}', '{"a":2,"b":2}'].map((text) => parseJson(text));
    expect(jsonDifferences(four)).toEqual([
      { path: ['a'], values: [1, 1, 1, 2] },
      { path: ['b'], values: [2, 3, undefined, 2] },
    ]);
  });

  it('distinguish large numbers, and a list from an object', () => {
    expect(diff('{"seed":18446744073709551615}', '{"seed":18446744073709551614}')).toHaveLength(1);
    expect(diff('[]', '{}')).toHaveLength(1);
    expect(diff('{"a":[1,{"b":2}]}', '{"a":[1,{"b":2}]}')).toEqual([]);
  });
});

describe('exported runs', () => {
  it('contain inputs and outputs, and no idempotency key', () => {
    const text = exportText(
      [
        { run: done(3400.4), bodyText: '{"seed":18446744073709551615}', resultText: '{"ok":true}' },
        { run: run({ name: 'failed', failure }), bodyText: 'broken', resultText: null },
      ],
      0,
    );
    expect(text).toContain('"seed": 18446744073709551615');
    expect(text).not.toContain('SECRET-KEY');
    expect(JSON.parse(text)).toMatchObject({
      runs: [
        { model: 'bfl/flux', state: 'done', duration_ms: 3400, output: { ok: true } },
        { state: 'failed', error_type: 'content_policy_violation', detail: 'Refused.', input: null },
      ],
    });
  });

  it('contain no credentials and no signatures', () => {
    const given = parseJson(
      '{"api_key":"k","x":{"authorization":"Bearer y","url":"https://a.example/1.png?Expires=5&Signature=abc"},"token_count":"7","url":"https://a.example/2.png?size=5"}',
    );
    expect(redactJson(given)).toEqual({
      api_key: '(left out)',
      x: { authorization: '(left out)', url: 'https://a.example/1.png?(signature left out)' },
      token_count: '7',
      url: 'https://a.example/2.png?size=5',
    });
  });
});

describe('the input summary of a run', () => {
  it.each([
    ['the prompt', '{"width":512,"model":"m","prompt":"a harbour\\n at dawn"}', 'a harbour at dawn'],
    [
      'the last message of a conversation',
      '{"model":"m","messages":[{"role":"user","content":"Hello."},{"role":"user","content":[{"text":"And now?"}]}]}',
      'And now?',
    ],
    ['any sentence of the input', '{"script":"Say it softly.","voice":"v1"}', 'Say it softly.'],
    [
      'the values of an input without text',
      '{"seed":18446744073709551615,"width":512,"height":256,"strokes":2000,"colors":{"name":"ink"},"tiled":true}',
      'seed 18446744073709551615 · 512 × 256 · strokes 2000 · tiled true',
    ],
    ['empty for a URL that is too long', `{"image":"https://files.example/${'a'.repeat(40)}.png"}`, ''],
    ['empty for invalid JSON', '{', ''],
  ])('is %s', (_name, body, expected) => {
    expect(inputSummary(body)).toBe(expected);
  });
});
