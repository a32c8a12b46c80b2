import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../../clock';
import { silentLogger } from '../../../log';
import { ComfyuiEngine } from '../comfyui-engine';
import { ComfyuiDouble } from './comfyui-double';
import type { Recording } from './recordings';

/** Creates a clock that runs faster. It cannot be virtual, since the server is real. */
export function acceleratedClock(times: number): Clock {
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
  /** Restarts the gateway on the same data. The previous engine must be closed, or abandoned as if killed. */
  reopen: () => Promise<ComfyuiEngine>;
  /** Resolves when the engine has detected that the double is reachable, or unreachable. */
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
  const clock = acceleratedClock(20);
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
    async untilReady(isReady, requested = engine) {
      while (requested.health().isReady !== isReady) await requested.look();
    },
    async close() {
      await Promise.all(engines.map((opened) => opened.close()));
      await double.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
