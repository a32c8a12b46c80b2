import { describe, expect, it } from 'vitest';
import { createConnections, MAX_TOTAL, MAX_PER_KIND, type ConnectionKind } from './connections';
import { createLocalLocks } from '@/lib/web-locks';

const never = () => new AbortController().signal;

async function settle() {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
}

function setUp() {
  const locks = createLocalLocks();
  const open: { kind: ConnectionKind; name: string; end: () => void }[] = [];
  const started: string[] = [];
  const start = (kind: ConnectionKind, name: string, signal = never(), connections = createConnections(locks)) =>
    connections(kind, signal, () => {
      started.push(name);
      return new Promise<string>((resolve) => {
        const entry = {
          kind,
          name,
          end: () => {
            open.splice(open.indexOf(entry), 1);
            resolve(name);
          },
        };
        open.push(entry);
      });
    });
  return { start, open, started };
}

describe('the connection budget', () => {
  it('allows two of a kind, and the third waits until one finishes', async () => {
    const { start, open, started } = setUp();
    void start('upload', 'a');
    void start('upload', 'b');
    void start('upload', 'c');
    await settle();
    expect(started).toEqual(['a', 'b']);
    open[0]?.end();
    await settle();
    expect(started).toEqual(['a', 'b', 'c']);
  });

  it('allows four in total, of any kind', async () => {
    const { start, open, started } = setUp();
    for (const kind of ['stream', 'upload', 'run'] as const) {
      void start(kind, `${kind} 1`);
      void start(kind, `${kind} 2`);
    }
    await settle();
    expect(started).toHaveLength(MAX_TOTAL);
    open[0]?.end();
    await settle();
    expect(started).toHaveLength(MAX_TOTAL + 1);
  });

  it('reserves one stream for all-jobs streams, however many single jobs are followed', async () => {
    const { start, open, started } = setUp();
    void start('job-stream', 'page 1');
    void start('job-stream', 'page 2');
    void start('stream', 'shared');
    await settle();
    expect(started).toEqual(['page 1', 'shared']);
    // The gateway restarts: all streams are lost, and the job pages reconnect first.
    while (open.length > 0) open[0]?.end();
    void start('job-stream', 'page 1 again');
    void start('stream', 'shared again');
    await settle();
    expect(started.slice(2)).toEqual(['page 2', 'shared again']);
  });

  it('counts a job stream as one of the two', async () => {
    const { start, started } = setUp();
    void start('stream', 'a');
    void start('stream', 'b');
    void start('job-stream', 'page');
    await settle();
    expect(started).toEqual(['a', 'b']);
  });

  it('is first in, first out', async () => {
    const { start, open, started } = setUp();
    for (let index = 0; index < 8; index += 1) void start('run', `run ${index}`);
    await settle();
    while (open.length > 0) {
      open[0]?.end();
      await settle();
    }
    expect(started).toEqual(Array.from({ length: 8 }, (_, index) => `run ${index}`));
  });

  it('applies across tabs that share the locks', async () => {
    const locks = createLocalLocks();
    const { start, open } = setUp();
    for (let tab = 0; tab < 4; tab += 1) {
      const connections = createConnections(locks);
      void start('stream', `stream of tab ${tab}`, never(), connections);
      void start('upload', `upload of tab ${tab}`, never(), connections);
      void start('run', `run of tab ${tab}`, never(), connections);
    }
    await settle();
    expect(open).toHaveLength(MAX_TOTAL);
    for (const kind of ['stream', 'upload', 'run'] as const) {
      expect(open.filter((entry) => entry.kind === kind).length).toBeLessThanOrEqual(MAX_PER_KIND);
    }
  });

  it('removes a waiting caller when its signal aborts, and serves the next one', async () => {
    const { start, open, started } = setUp();
    void start('upload', 'a');
    void start('upload', 'b');
    const impatient = new AbortController();
    const abandoned = start('upload', 'c', impatient.signal);
    const last = start('upload', 'd');
    await settle();
    impatient.abort(new Error('changed my mind'));
    await expect(abandoned).rejects.toThrow('changed my mind');
    open[0]?.end();
    await settle();
    expect(started).toEqual(['a', 'b', 'd']);
    while (open.length > 0) open[0]?.end();
    await expect(last).resolves.toBe('d');
  });

  it('does not start work for a signal that is already aborted', async () => {
    const { start, started } = setUp();
    await expect(start('run', 'late', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    expect(started).toEqual([]);
  });

  it('frees the connection when the work fails', async () => {
    const connections = createConnections(createLocalLocks());
    for (let index = 0; index < 5; index += 1) {
      await expect(connections('run', never(), () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    }
    await expect(connections('run', never(), () => Promise.resolve('fine'))).resolves.toBe('fine');
  });
});
