import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { BodyCheckReply, BodyCheckRequest } from '@/workers/body-check-messages';
import { bodyFromText, type Body } from '../body';
import { FormValidator, type Validation } from './form-validator';

/** A worker that answers when the test says so. */
class PlayedWorker extends EventTarget {
  readonly requests: BodyCheckRequest[] = [];
  isTerminated = false;
  postMessage(request: BodyCheckRequest) {
    this.requests.push(request);
  }
  terminate() {
    this.isTerminated = true;
  }
  answer(data: BodyCheckReply) {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

const fault = (message: string) => ({
  path: ['a'],
  message,
  source: 'schema' as const,
  rule: 'type',
  context: null,
  input: undefined,
});

let workers: PlayedWorker[];
let seen: Validation[];
let validator: FormValidator;
const worker = () => workers.at(-1) as PlayedWorker;
const body = (text: string): Body => bodyFromText(text);

beforeEach(() => {
  vi.useFakeTimers();
  workers = [];
  seen = [];
  validator = new FormValidator('{}', (validation) => seen.push(validation), {
    start: () => {
      workers.push(new PlayedWorker());
      return worker() as unknown as Worker;
    },
  });
  return () => vi.useRealTimers();
});

/** Until the worker has the body. */
function checked(text: string): void {
  validator.check(body(text));
  vi.advanceTimersByTime(120);
  worker().answer({ kind: 'ready' });
}

describe('checking while typing', () => {
  it('starts no worker before the person pauses, and sends the document once', () => {
    validator.check(body('{"a":1}'));
    vi.advanceTimersByTime(119);
    expect(workers).toHaveLength(0);
    validator.check(body('{"a":2}'));
    vi.advanceTimersByTime(120);
    worker().answer({ kind: 'ready' });
    expect(worker().requests).toEqual([
      { kind: 'prepare', document: '{}', patterns: true },
      { kind: 'check', id: 1, body: '{"a":2}' },
    ]);
    worker().answer({ kind: 'checked', id: 1, faults: [fault('x')] });
    expect(seen).toMatchObject([{ extent: 'full', faults: [{ message: 'x' }] }]);
  });

  it('lets only the latest body count', () => {
    checked('{"a":1}');
    validator.check(body('{"a":2}'));
    worker().answer({ kind: 'checked', id: 1, faults: [fault('old')] });
    expect(seen).toEqual([]);
    worker().answer({ kind: 'checked', id: 2, faults: [] });
    expect(seen).toMatchObject([{ faults: [], body: { value: { a: 2 } } }]);
  });

  it('ends a worker that hangs, tries again, then without patterns, and then no more', () => {
    checked('{"a":1}');
    vi.advanceTimersByTime(100);
    worker().answer({ kind: 'ready' });
    expect(worker().requests).toMatchObject([{ patterns: true }, { kind: 'check', body: '{"a":1}' }]);
    vi.advanceTimersByTime(100);
    worker().answer({ kind: 'ready' });
    expect(worker().requests).toMatchObject([{ patterns: false }, { kind: 'check', body: '{"a":1}' }]);
    worker().answer({ kind: 'checked', id: 3, faults: [] });
    expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, true, false]);
    expect(seen).toMatchObject([{ extent: 'without-patterns' }]);

    validator.check(body('{"a":2}'));
    vi.advanceTimersByTime(220);
    expect(seen.at(-1)).toMatchObject({ extent: 'off', faults: [] });
    validator.check(body('{"a":3}'));
    vi.advanceTimersByTime(120);
    expect(workers).toHaveLength(3);
    expect(seen.at(-1)).toMatchObject({ extent: 'off', body: { value: { a: 3 } } });
  });

  it('forgets a hang after which all went well', () => {
    checked('{"a":1}');
    for (let id = 1; id < 5; id += 1) {
      vi.advanceTimersByTime(100);
      worker().answer({ kind: 'ready' });
      const last = worker().requests.at(-1) as { id: number };
      worker().answer({ kind: 'checked', id: last.id, faults: [] });
      validator.check(body(`{"a":${id}}`));
      vi.advanceTimersByTime(120);
    }
    expect(seen.map(({ extent }) => extent)).toEqual(['full', 'full', 'full', 'full']);
  });

  it('checks nothing where the document cannot be read or the worker does not start', () => {
    validator.check(body('{}'));
    vi.advanceTimersByTime(120);
    worker().answer({ kind: 'failed', id: null, message: 'no JSON' });
    expect(seen).toMatchObject([{ extent: 'off' }]);
  });

  it('says that a body was not judged which is beyond the validator, and goes on with the next', () => {
    checked('{"a":1}');
    worker().answer({ kind: 'failed', id: 1, message: 'too deep' });
    expect(seen).toMatchObject([{ extent: 'off' }]);
    validator.check(body('{"a":2}'));
    vi.advanceTimersByTime(120);
    worker().answer({ kind: 'checked', id: 2, faults: [] });
    expect(seen.at(-1)).toMatchObject({ extent: 'full' });
  });

  it('sends only the beginning of a file', () => {
    checked(JSON.stringify({ image: 'x'.repeat(300_000) }));
    expect((worker().requests[1] as { body: string }).body.length).toBeLessThan(200_100);
  });

  it('is silent after it was disposed of', () => {
    checked('{"a":1}');
    validator.dispose();
    worker().answer({ kind: 'checked', id: 1, faults: [] });
    vi.advanceTimersByTime(1000);
    expect(seen).toEqual([]);
    expect(worker().isTerminated).toBe(true);
  });
});
