import { createApp, type App } from '@server/app';
import { ScriptedEngine } from '@server/engines/scripted/scripted-engine';
import { createMemoryDeps, type MemoryDeps } from '@server/testing/memory-deps';
import { checkedFetch, OWN_SURFACE, type Surface, type SurfaceOptions } from './surface';

const ORIGIN = 'http://127.0.0.1:8189';

/** The gateway's app in this process, with memory for a disk and a clock that stands still. */
export async function openInMemory(options: SurfaceOptions = {}): Promise<Surface> {
  const { parallel = 1, fillers = 0, ...settings } = options;
  const lines: string[] = [];
  const write = (fields: Record<string, unknown>, message: string) =>
    lines.push(JSON.stringify({ ...fields, message }));
  let deps = await createMemoryDeps({ settings, parallel, fillers, log: { info: write, warn: write, error: write } });
  let app = await start(deps);
  return {
    ...OWN_SURFACE,
    name: 'in memory',
    baseUrl: ORIGIN,
    fetch: checkedFetch(ORIGIN, async (url, init) => {
      const answer = await app.fetch(new Request(url, init));
      // A caller who hung up gets nothing, as over a network.
      init.signal?.throwIfAborted();
      return answer;
    }),
    pass: (ms) => deps.clock.advance(ms),
    clock: deps.clock,
    get engine() {
      return deps.engine;
    },
    models: deps.scriptedModels,
    logLines: () => lines,
    async restart() {
      await app.close();
      deps = { ...deps, engine: new ScriptedEngine({ clock: deps.clock, parallel }) };
      app = await start(deps);
    },
    close: () => app.close(),
  };
}

async function start(deps: MemoryDeps): Promise<App> {
  const app = createApp(deps);
  await app.start();
  return app;
}
