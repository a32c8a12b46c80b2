import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../../clock';
import { silentLogger } from '../../../log';
import { ComfyuiEngine } from '../comfyui-engine';
import { ComfyuiDouble } from './comfyui-double';
import type { Recording } from './recordings';

/** Waits of seconds pass in a fraction: the server is real, so its clock cannot be a virtual one. */
export function hurriedClock(times: number): Clock {
  return {
    now: () => performance.now() * times,
    uptime: () => performance.now() * times,
    after(ms, work) {
      const timer = setTimeout(work, ms / times);
      return () => clearTimeout(timer);
    },
  };
}

export interface DoubleHost {
  double: ComfyuiDouble;
  engine: ComfyuiEngine;
  dir: string;
  /** A gateway that starts again on the same data. The engine before must be closed, or be left to itself as killed. */
  reopen: () => Promise<ComfyuiEngine>;
  /** Resolves when the engine knows that the double is there, or is not. */
  untilReady: (isReady: boolean, engine?: ComfyuiEngine) => Promise<void>;
  close: () => Promise<void>;
}

export async function openDouble(...recordings: Recording[]): Promise<DoubleHost> {
  const double = new ComfyuiDouble();
  double.plays(...recordings);
  await double.start();
  const dir = await mkdtemp(join(tmpdir(), 'flowdeck-comfyui-'));
  const workDir = join(dir, 'work');
  await mkdir(workDir);
  const engines: ComfyuiEngine[] = [];
  const clock = hurriedClock(20);
  const reopen = async () => {
    const engine = new ComfyuiEngine({ url: double.url, workDir, stateDir: dir, log: silentLogger, clock });
    engines.push(engine);
    await engine.look();
    return engine;
  };
  const engine = await reopen();
  return {
    double,
    engine,
    dir,
    reopen,
    async untilReady(isReady, asked = engine) {
      while (asked.health().isReady !== isReady) await asked.look();
    },
    async close() {
      await Promise.all(engines.map((opened) => opened.close()));
      await double.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
