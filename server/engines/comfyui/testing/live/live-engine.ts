import { mkdtemp, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ComfyuiEngine } from '../../comfyui-engine';
import { silentLogger } from '../../../../log';

/** Returns the URLs of the ComfyUI servers under test: `npm run test:live -- --comfyui URL`. */
export function liveUrls(): string[] {
  return process.env['FLOWDECK_LIVE_COMFYUI']?.split(' ') ?? [];
}

/** Returns the first URL; most tests use only this one. */
export function liveUrl(): string {
  const [url] = liveUrls();
  if (!url) throw new Error('Name a running ComfyUI: npm run test:live -- --comfyui http://127.0.0.1:8188');
  return url;
}

export interface LiveEngine {
  engine: ComfyuiEngine;
  dir: string;
  close: () => Promise<void>;
}

export async function openLiveEngine(url = liveUrl()): Promise<LiveEngine> {
  const dir = await mkdtemp(join(tmpdir(), 'flowdeck-live-'));
  const workDir = join(dir, 'work');
  await mkdir(workDir);
  const engine = new ComfyuiEngine({ url, workDir, stateDir: dir, log: silentLogger });
  await engine.look();
  return {
    engine,
    dir,
    async close() {
      await engine.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
