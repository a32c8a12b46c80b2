import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Job } from '@contract/jobs/schemas';
import { createApp } from '../../../app';
import { systemClock } from '../../../clock';
import { silentLogger } from '../../../log';
import { createMemoryDeps } from '../../../testing/memory-deps';
import { FileBlobs } from '../../../storage/files/file-blobs';
import { ComfyuiEngine } from '../comfyui-engine';
import { liveUrl } from './live/live-engine';

export const ORIGIN = 'http://127.0.0.1:8189';

/** Gateway in front of the ComfyUI under test, without its platform. */
export interface LiveGateway {
  get: (path: string) => Promise<Response>;
  post: (path: string, body: unknown) => Promise<Response>;
  job: (id: string) => Promise<Job>;
  cancel: (id: string) => Promise<void>;
  close: () => Promise<void>;
}

export async function openLiveGateway(): Promise<LiveGateway> {
  const dir = await mkdtemp(join(tmpdir(), 'flowdeck-live-'));
  const blobs = await FileBlobs.open(join(dir, 'blobs'));
  const { workDir } = blobs;
  const engine = new ComfyuiEngine({ url: liveUrl(), workDir, stateDir: dir, log: silentLogger });
  await engine.look();
  // As the pool of engines does.
  const libraries = () => [{ engine: 'live', read: engine.readLibrary.bind(engine) }];
  const deps = { ...(await createMemoryDeps({ blobs }, systemClock)), engine: Object.assign(engine, { libraries }) };
  const app = createApp(deps);
  await app.start();
  const get = (path: string) => app.fetch(new Request(ORIGIN + path));
  const post = (path: string, body: unknown) =>
    app.fetch(
      new Request(ORIGIN + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        body: JSON.stringify(body),
      }),
    );
  return {
    get,
    post,
    job: async (id) => (await (await get(`/api/v2/jobs/${id}`)).json()) as Job,
    cancel: async (id) => {
      await post(`/api/v2/jobs/${id}/cancel`, {});
    },
    close: async () => {
      await app.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
