import { describe, expect, it, vi } from 'vitest';
import { JobHost, type JobHostOptions } from '../testing/job-host';
import { PIECE_LENGTH } from './workflow-pieces';

/** The character at the border of two pieces is a surrogate pair. */
function largeWorkflow(): string {
  const start = '{"1":{"class_type":"ScriptHang","inputs":{"text":"';
  return `${start}${'a'.repeat(PIECE_LENGTH - start.length - 1)}🦊${'b'.repeat(1.5 * PIECE_LENGTH)}"}}}`;
}

async function start(options: JobHostOptions = {}) {
  const put = vi.fn<(jobId: string, piece: string) => void>();
  const drop = vi.fn<(jobId: string) => void>();
  const insert = vi.fn<(job: { workflowText: string }) => void>();
  const host = await JobHost.start({
    ...options,
    wrapStore: (store) => {
      const { putWorkflowPiece, dropWorkflowPieces, insert: insertJob } = store.jobs;
      vi.spyOn(store.jobs, 'putWorkflowPiece').mockImplementation((...given) => {
        put(...given);
        putWorkflowPiece.apply(store.jobs, given);
      });
      vi.spyOn(store.jobs, 'dropWorkflowPieces').mockImplementation((...given) => {
        drop(...given);
        dropWorkflowPieces.apply(store.jobs, given);
      });
      vi.spyOn(store.jobs, 'insert').mockImplementation((job) => {
        insert(job);
        return insertJob.call(store.jobs, job);
      });
      return store;
    },
  });
  return { host, put, drop, insert };
}

describe('a workflow of several megabytes', () => {
  it('is written in pieces, and runs and is returned unchanged', async () => {
    const { host, put, insert } = await start();
    const workflow = largeWorkflow();
    const response = await host.post(`{"workflow":${workflow}}`);
    expect(response.status).toBe(201);
    const written = [
      ...put.mock.calls.map(([, piece]) => piece),
      ...insert.mock.calls.map(([job]) => job.workflowText),
    ];
    expect(written.map(({ length }) => length)).toEqual([PIECE_LENGTH - 1, PIECE_LENGTH, expect.any(Number)]);
    expect(written.join('') === workflow).toBe(true);

    const { id } = (await response.json()) as { id: string };
    await expect.poll(() => host.engine.requests.length).toBe(1);
    expect(host.engine.requests[0]?.workflowText === workflow).toBe(true);
    const read = await (await host.fetch(`/api/v2/jobs/${id}/workflow`)).text();
    expect(read === `{"workflow":${workflow},"format":"api"}`).toBe(true);
  });

  it('leaves no pieces if its job is rejected', async () => {
    const { host, put, drop } = await start({ settings: { queueDepth: 0 } });
    expect((await host.post(`{"workflow":${largeWorkflow()}}`)).status).toBe(429);
    expect(put).toHaveBeenCalledTimes(2);
    expect(drop).toHaveBeenCalledWith(put.mock.calls[0]?.[0]);
  });
});
