import { fc } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import type { JobEvent } from '@contract/jobs/events';
import type { Output, Progress } from '@contract/jobs/schemas';
import { applyEvent, EMPTY_OVERLAY, MAX_LIVE_LOG_LINES, readFrame } from './event-table';
import type { JobOverlay } from './merge-job';

const status = (value: string, queuePosition?: number): JobEvent => ({
  event: 'status',
  data: { status: value, ...(queuePosition === undefined ? {} : { queue_position: queuePosition }) },
});
const progress = (value: number, more: Partial<Progress> = {}): JobEvent => ({
  event: 'progress',
  data: { value, nodes_done: 0, nodes_total: 3, ...more },
});
const output = (id: string, more: Partial<Output> = {}): JobEvent => ({
  event: 'output',
  data: {
    id,
    node_id: '9',
    name: `${id}.png`,
    type: 'image',
    content_type: 'image/png',
    size_bytes: 10,
    hash: null,
    url: 'http://127.0.0.1/x',
    url_expires_at: '2030-01-01T00:00:00Z',
    ...more,
  },
});
const preview = (data: string): JobEvent => ({
  event: 'preview',
  data: { node_id: '5', content_type: 'image/jpeg', data_base64: data },
});

function play(events: readonly JobEvent[]): JobOverlay {
  let overlay: JobOverlay | undefined;
  for (const [index, event] of events.entries()) overlay = applyEvent(overlay, event, index).overlay;
  return overlay ?? EMPTY_OVERLAY;
}

describe('the event table', () => {
  it('treats a new status as a hint, and requests a GET of the job', () => {
    const effect = applyEvent(undefined, status('queued', 3), 7);
    expect(effect.overlay.status).toEqual({ value: 'queued', queuePosition: 3, at: 7 });
    expect(effect).toMatchObject({ readJob: true, readList: true });
  });

  it('updates the queue position without a GET', () => {
    const before = play([status('queued', 3)]);
    const effect = applyEvent(before, status('queued', 2), 8);
    expect(effect.overlay.status?.queuePosition).toBe(2);
    expect(effect).toMatchObject({ readJob: false, readList: false });
  });

  it.each(['succeeded', 'failed', 'canceled', 'expired'])(
    'J-6.08: %s does not change the status until a GET confirms it',
    (end) => {
      const effect = applyEvent(play([status('running')]), status(end), 9);
      expect(effect.overlay.status?.value).toBe('running');
      expect(effect.overlay.isFinished).toBe(true);
      expect(effect).toMatchObject({ readJob: true, readList: true });
    },
  );

  it('reorder: ignores a running frame after the end', () => {
    const overlay = play([status('running'), status('succeeded'), status('running'), status('queued', 4)]);
    expect(overlay.isFinished).toBe(true);
    expect(overlay.status?.value).toBe('running');
  });

  it('J-2.22: gets the same result from the last snapshot as from all of them', () => {
    const last = progress(0.7, { nodes_done: 2, current_node: '5', step: 7, steps: 10 });
    const whole = play([progress(0.1), progress(0.4), last]);
    expect(play([last]).progress?.snapshot).toEqual(whole.progress?.snapshot);
  });

  it('reorder: does not decrease progress on a late snapshot', () => {
    const overlay = play([progress(0.5, { step: 5 }), progress(0.45, { step: 4 })]);
    expect(overlay.progress?.snapshot).toMatchObject({ value: 0.5, step: 5 });
  });

  it('accepts the progress of a restarted run', () => {
    expect(play([progress(0.9), progress(0.05)]).progress?.snapshot.value).toBe(0.05);
  });

  it('accepts the first snapshot of a stream after a server restart', () => {
    const before = play([status('running'), progress(0.8, { step: 8 }), preview('AAAA'), output('a')]);
    const restarted = [status('running'), progress(0, { message: 'Runs again' })];
    let overlay = before;
    for (const [index, event] of restarted.entries()) overlay = applyEvent(overlay, event, 10 + index).overlay;
    expect(overlay.progress?.snapshot).toMatchObject({ value: 0, message: 'Runs again' });
    expect(overlay).toMatchObject({ isFinished: false, status: { value: 'running', at: 10 } });
    expect(overlay.outputs.map((item) => item.output.id)).toEqual(['a']);
  });

  it('stores the newest preview only', () => {
    expect(play([preview('AAAA'), preview('BBBB')]).preview?.data_base64).toBe('BBBB');
  });

  it('duplicate: stores an output once that is reported twice', () => {
    expect(play([output('a'), output('a'), output('b')]).outputs.map((item) => item.output.id)).toEqual(['a', 'b']);
  });

  it('duplicate: requests another GET on a repeated terminal frame', () => {
    const once = play([status('running'), output('a'), status('succeeded')]);
    const twice = applyEvent(once, status('succeeded'), 9);
    expect(twice.overlay).toEqual(once);
    expect(twice.readJob).toBe(true);
  });

  it('replaces an output of the same node and name, since the run created it again', () => {
    const overlay = play([output('a', { name: 'x.png' }), output('b', { name: 'x.png' })]);
    expect(overlay.outputs.map((item) => item.output.id)).toEqual(['b']);
  });

  it('J-6.23: requests a GET on an output after the end', () => {
    const finished = play([status('running'), status('succeeded')]);
    expect(applyEvent(finished, output('late'), 9)).toMatchObject({ readJob: true, readList: true });
    expect(applyEvent(undefined, output('later'), 9, true)).toMatchObject({ readJob: true, overlay: { outputs: [] } });
  });

  it('applies no overlay to a job that a GET reported as terminal', () => {
    for (const event of [status('running'), progress(0.3), preview('AAAA')]) {
      expect(applyEvent(undefined, event, 1, true)).toEqual({
        overlay: EMPTY_OVERLAY,
        readJob: false,
        readList: false,
      });
    }
  });

  it('stores the tail of the log', () => {
    const lines = Array.from({ length: MAX_LIVE_LOG_LINES + 5 }, (_, index): JobEvent => ({
      event: 'log',
      data: { level: 'info', message: `line ${index}` },
    }));
    const { log } = play(lines);
    expect(log).toHaveLength(MAX_LIVE_LOG_LINES);
    expect(log.at(-1)?.message).toBe(`line ${MAX_LIVE_LOG_LINES + 4}`);
  });

  it('drop: detects the end whichever frames are lost', () => {
    const run = [
      status('queued', 1),
      status('running'),
      progress(0.2),
      output('a'),
      progress(0.8),
      status('succeeded'),
    ];
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }), (kept) => {
        const arrived = [...run.slice(0, 5).filter((_, index) => kept[index]), run[5]].filter(
          (event) => event !== undefined,
        );
        let overlay: JobOverlay | undefined;
        let wasRead = false;
        for (const [index, event] of arrived.entries()) {
          const effect = applyEvent(overlay, event, index);
          overlay = effect.overlay;
          wasRead = effect.readJob;
        }
        return wasRead && overlay?.isFinished === true;
      }),
    );
  });

  it('any order of any frames: never decreases progress slightly, never leaves a terminal status', () => {
    const anyEvent = fc.oneof(
      fc.constantFrom('queued', 'running', 'canceling', 'succeeded', 'novel').map((value) => status(value)),
      fc.double({ min: 0, max: 1, noNaN: true }).map((value) => progress(value)),
      fc.constantFrom('a', 'b').map((id) => output(id)),
    );
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 30 }), (events) => {
        let overlay = EMPTY_OVERLAY;
        for (const [index, event] of events.entries()) {
          const next = applyEvent(overlay, event, index).overlay;
          const fall = (overlay.progress?.snapshot.value ?? 0) - (next.progress?.snapshot.value ?? 0);
          if (overlay.isFinished && !next.isFinished) return false;
          if (fall > 0 && fall < 0.2) return false;
          if (new Set(next.outputs.map((item) => item.output.id)).size !== next.outputs.length) return false;
          overlay = next;
        }
        return true;
      }),
    );
  });
});

describe('received frames', () => {
  it('J-6.24: are ignored if they have an unknown name, invalid JSON or an invalid payload', () => {
    expect(readFrame('sparkle', '{}')).toBeNull();
    expect(readFrame('status', '{not json')).toBeNull();
    expect(readFrame('progress', '{"value":"half"}')).toBeNull();
    expect(readFrame('progress', '{"value":7,"nodes_done":0,"nodes_total":1}')).toBeNull();
    expect(readFrame('toString', '{}')).toBeNull();
  });

  it('are assigned to the job that they name', () => {
    expect(readFrame('status', '{"status":"running","job_id":"j1"}')?.jobId).toBe('j1');
    expect(readFrame('status', '{"status":"running"}')?.jobId).toBeNull();
    expect(readFrame('status', '{"status":"running","job_id":7}')?.jobId).toBeNull();
  });

  it('never throw, whatever their content', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('status', 'progress', 'output', 'preview', 'log', '__proto__'),
        fc.string(),
        (name, data) => {
          readFrame(name, data);
          return true;
        },
      ),
    );
  });
});
