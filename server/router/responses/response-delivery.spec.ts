import { describe, expect, it } from 'vitest';
import { MemoryBlobs } from '../../storage/memory/memory-blobs';
import { deliver, Viewer } from './response-delivery';
import { ResponseRecorder, MAX_RECORDED_BYTES, type RecordedBody } from './response-recorder';

const KB64 = 64 * 1024;

/** Creates a body of 64 KiB chunks that are produced on demand. */
function bodyOf(chunks: number, failAt = Infinity) {
  const state = { made: 0, isCanceled: false };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (state.made === failAt) controller.error(new Error('cut'));
        else if (state.made === chunks) controller.close();
        else controller.enqueue(new Uint8Array(KB64).fill((state.made += 1)));
      },
      cancel() {
        state.isCanceled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, state };
}

const noFailure = (error: unknown) => {
  throw error;
};

async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    await new Promise((resolve) => {
      setTimeout(resolve, 1);
    });
  }
}

describe('delivery', () => {
  it('sends the last chunk only after the response is recorded', async () => {
    const { body } = bodyOf(3);
    const viewer = new Viewer(() => {});
    const recorder = new ResponseRecorder(new MemoryBlobs(), noFailure);
    const reader = viewer.body.getReader();
    const read: number[] = [];
    const seenAtRecord: number[] = [];
    let stored: RecordedBody | null = null;
    const work = deliver(body, { viewer, recorder }, (blob) => {
      stored = blob;
      seenAtRecord.push(...read);
    });
    for (let next = await reader.read(); !next.done; next = await reader.read()) read.push(next.value[0] ?? 0);
    await work;
    expect(read).toEqual([1, 2, 3]);
    expect(seenAtRecord).not.toContain(3);
    expect(stored).toHaveProperty('base64');
  });

  it('applies backpressure of its client', async () => {
    const { body, state } = bodyOf(1000);
    const viewer = new Viewer(() => {});
    void deliver(body, { viewer, recorder: null }, () => {});
    await settled();
    expect(state.made).toBeLessThan(10);
    await viewer.body.cancel();
  });

  it('stops after the client disconnects if nothing is recorded', async () => {
    const { body, state } = bodyOf(1000);
    let hasLeft = false;
    const viewer = new Viewer(() => {
      hasLeft = true;
    });
    const work = deliver(body, { viewer, recorder: null }, () => {});
    await viewer.body.cancel();
    await work;
    expect([state.isCanceled, hasLeft]).toEqual([true, true]);
    expect(state.made).toBeLessThan(10);
  });

  it('records the whole response after the client disconnects', async () => {
    const { body } = bodyOf(100);
    const viewer = new Viewer(() => {});
    const recorder = new ResponseRecorder(new MemoryBlobs(), noFailure);
    let stored: RecordedBody | null = null;
    const work = deliver(body, { viewer, recorder }, (blob) => {
      stored = blob;
    });
    await viewer.body.cancel();
    await work;
    expect(stored).toMatchObject({ sizeBytes: 100 * KB64 });
  });

  it('records nothing of a truncated body, and cuts off the client', async () => {
    const blobs = new MemoryBlobs();
    const { body } = bodyOf(10, 5);
    const viewer = new Viewer(() => {});
    const recorder = new ResponseRecorder(blobs, noFailure);
    const read = new Response(viewer.body).arrayBuffer().then(
      () => 'whole',
      () => 'cut',
    );
    await expect(deliver(body, { viewer, recorder }, () => {})).rejects.toThrow('cut');
    expect(await read).toBe('cut');
    for await (const hash of blobs.list()) expect(hash).toBe('nothing');
  });

  it('stores a short response in the record itself', async () => {
    const blobs = new MemoryBlobs();
    const { body } = bodyOf(1);
    let stored: RecordedBody | null = null;
    await deliver(body, { viewer: null, recorder: new ResponseRecorder(blobs, noFailure) }, (recorded) => {
      stored = recorded;
    });
    expect(stored).toEqual({ base64: Buffer.from(new Uint8Array(KB64).fill(1)).toString('base64') });
    for await (const hash of blobs.list()) expect(hash).toBe('nothing');
  });

  it('continues without a record beyond the maximum recorded size', async () => {
    const { body } = bodyOf(MAX_RECORDED_BYTES / KB64 + 2);
    const recorder = new ResponseRecorder(new MemoryBlobs(), noFailure);
    const viewer = new Viewer(() => {});
    let stored: RecordedBody | null | undefined;
    const size = new Response(viewer.body).arrayBuffer();
    await deliver(body, { viewer, recorder }, (blob) => {
      stored = blob;
    });
    expect((await size).byteLength).toBe(MAX_RECORDED_BYTES + 2 * KB64);
    expect(stored).toBeNull();
  });
});
