import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { BodyCheckReply, BodyCheckRequest } from '@/features/models/schema/validation/body-check-protocol';
import { bodyFromText, type Body } from '../body';
import { FormValidator, type Validation } from './form-validator';

/** A worker that responds when the test tells it to. */
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

/** Waits until the worker has received the body. */
function checked(text: string): void {
  validator.check(body(text));
  vi.advanceTimersByTime(120);
  worker().answer({ kind: 'ready' });
}

describe('validation while typing', () => {
  it('starts no worker before the user pauses, and sends the document once', () => {
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

  it('only reports the result of the latest body', () => {
    checked('{"a":1}');
    validator.check(body('{"a":2}'));
    worker().answer({ kind: 'checked', id: 1, faults: [fault('old')] });
    expect(seen).toEqual([]);
    worker().answer({ kind: 'checked', id: 2, faults: [] });
    expect(seen).toMatchObject([{ faults: [], body: { value: { a: 2 } } }]);
  });

  it('terminates a worker that hangs, retries, then skips patterns, and then stops', () => {
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

  it('resets the count of hangs after a success', () => {
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

  it('validates nothing if the document cannot be read or the worker does not start', () => {
    validator.check(body('{}'));
    vi.advanceTimersByTime(120);
    worker().answer({ kind: 'failed', id: null, message: 'no JSON' });
    expect(seen).toMatchObject([{ extent: 'off' }]);
  });

  it('reports a body that the validator cannot process, and continues with the next', () => {
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

  it('reports nothing after disposal', () => {
    checked('{"a":1}');
    validator.dispose();
    worker().answer({ kind: 'checked', id: 1, faults: [] });
    vi.advanceTimersByTime(1000);
    expect(seen).toEqual([]);
    expect(worker().isTerminated).toBe(true);
  });
});

describe('waiting for the validation of the last body', () => {
  const waits = () => {
    let isOver = false;
    void validator.settled().then(() => (isOver = true));
    return async () => {
      await vi.advanceTimersByTimeAsync(0);
      return isOver;
    };
  };

  it('ends at once if nothing is validated, and otherwise with the result of the last body', async () => {
    await validator.settled();
    checked('{"a":1}');
    const isOver = waits();
    validator.check(body('{"a":2}'));
    worker().answer({ kind: 'checked', id: 1, faults: [] });
    expect(await isOver()).toBe(false);
    worker().answer({ kind: 'checked', id: 2, faults: [] });
    expect(await isOver()).toBe(true);
    await validator.settled();
  });

  it('takes two seconds at most', async () => {
    validator.check(body('{"a":1}'));
    const isOver = waits();
    await vi.advanceTimersByTimeAsync(1999);
    expect(await isOver()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await isOver()).toBe(true);
  });

  it('ends with the disposal', async () => {
    checked('{"a":1}');
    const isOver = waits();
    validator.dispose();
    expect(await isOver()).toBe(true);
  });
});
