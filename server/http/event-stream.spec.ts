import { KEEPALIVE_MS } from '@contract/jobs/events';
import { describe, expect, test } from 'vitest';
import { VirtualClock } from '../testing/virtual-clock';
import { EventStream } from './event-stream';

/** Opens a stream of words with room for two frames; a client with three frames waiting is disconnected. */
function open() {
  const clock = new VirtualClock();
  const abort = new AbortController();
  const words: string[] = [];
  let ends = 0;
  const stream = new EventStream<string>({
    clock,
    signal: abort.signal,
    waiting: { push: (word) => words.push(word) < 3, shift: () => words.shift() },
    frame: (word) => `${word}\n`,
    readyFrames: 2,
    onEnd: () => (ends += 1),
  });
  return { clock, abort, stream, ends: () => ends };
}

describe('the body of an event stream', () => {
  test('ends after the last item was read', async () => {
    const { stream, ends } = open();
    for (const word of ['one', 'two', 'three']) stream.take(word);
    stream.complete();
    expect(ends()).toBe(0);
    expect(await stream.response.text()).toBe('one\ntwo\nthree\n');
    expect(ends()).toBe(1);
  });

  test('gets regular keepalives, but not while frames are buffered', async () => {
    const { clock, stream } = open();
    stream.take('one');
    await clock.advance(KEEPALIVE_MS);
    await clock.advance(KEEPALIVE_MS);
    await clock.advance(KEEPALIVE_MS);
    stream.close();
    expect(await stream.response.text()).toBe('one\n: keepalive\n\n');
  });

  test('ends once for a client that is too far behind, and for one that disconnected', async () => {
    const behind = open();
    for (const word of ['1', '2', '3', '4', '5', '6']) behind.stream.take(word);
    expect(await behind.stream.response.text()).toBe('1\n2\n');
    expect(behind.ends()).toBe(1);

    const gone = open();
    gone.abort.abort();
    gone.stream.take('late');
    gone.stream.close();
    expect(await gone.stream.response.text()).toBe('');
    expect(gone.ends()).toBe(1);
  });
});
