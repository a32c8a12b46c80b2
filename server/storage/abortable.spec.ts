import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod/mini';
import { abortable } from './abortable';

const MEGABYTE = 1024 ** 2;

async function* megabytes(count: number): AsyncIterable<Uint8Array> {
  for (let i = 0; i < count; i++) yield new Uint8Array(MEGABYTE);
}

describe('abortable', () => {
  it('retains no chunk that was read, however long the source is', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = z.custom<() => void>((value) => typeof value === 'function').parse(runInNewContext('gc'));
    collectGarbage();
    const before = process.memoryUsage().arrayBuffers;
    let highest = 0;
    let count = 0;
    for await (const chunk of abortable(megabytes(1000), new AbortController().signal)) {
      count += chunk.byteLength / MEGABYTE;
      if (count % 50 !== 0) continue;
      // Memory is freed between turns of the event loop, as with chunks of a socket; when, differs between versions of Node.
      await new Promise((resolve) => setImmediate(resolve));
      collectGarbage();
      highest = Math.max(highest, process.memoryUsage().arrayBuffers - before);
    }
    expect(count).toBe(1000);
    expect(highest / MEGABYTE).toBeLessThan(100);
  });

  it('forwards the end and the errors of its source', async () => {
    const failing = (async function* () {
      yield new Uint8Array(1);
      throw new Error('lost');
    })();
    const iterator = abortable(failing, new AbortController().signal)[Symbol.asyncIterator]();
    expect((await iterator.next()).value).toHaveLength(1);
    await expect(iterator.next()).rejects.toThrow('lost');
  });

  it('ignores the signal after the end of its source', async () => {
    const abort = new AbortController();
    for await (const chunk of abortable(megabytes(2), abort.signal)) expect(chunk).toHaveLength(MEGABYTE);
    abort.abort(new Error('too late'));
  });

  it('ends its source when it is aborted', async () => {
    let isLeft = false;
    const source = (async function* () {
      try {
        for (;;) yield new Uint8Array(1);
      } finally {
        isLeft = true;
      }
    })();
    const abort = new AbortController();
    await expect(async () => {
      for await (const _ of abortable(source, abort.signal)) abort.abort(new Error('enough'));
    }).rejects.toThrow('enough');
    await expect.poll(() => isLeft).toBe(true);
  });
});
