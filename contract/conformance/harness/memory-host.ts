import { createApp, type App } from '@server/app';
import { ScriptedEngine } from '@server/testing/scripted-engine/scripted-engine';
import { createMemoryDeps, type MemoryDeps } from '@server/testing/memory-deps';
import { checkedFetch, OWN_SURFACE, type Surface, type SurfaceOptions } from './surface';

/** Time without activity before the clock advances, and maximum wait for that. */
const RESTED_MS = 8;
const MAX_MS = 500;

const ORIGIN = 'http://127.0.0.1:8189';

/** Opens the gateway app in this process, with in-memory storage and a virtual clock. */
export async function openInMemory(options: SurfaceOptions = {}): Promise<Surface> {
  const { parallel = 1, fillers = 0, ...settings } = options;
  const lines: string[] = [];
  const write = (fields: Record<string, unknown>, message: string) =>
    lines.push(JSON.stringify({ ...fields, message }));
  let deps = await createMemoryDeps({ settings, parallel, fillers, log: { info: write, warn: write, error: write } });
  let app = await start(deps);
  const inFlight = new Set<Promise<Response>>();
  /** Waits until the request waits for the clock or has a response. Hashing of a body takes real time. */
  const settle = async () => {
    const { clock } = deps;
    let rested = 0;
    for (let turn = 0; inFlight.size > 0 && rested < RESTED_MS && turn < MAX_MS; turn += 1) {
      const before = `${inFlight.size} ${clock.pending}`;
      await new Promise((resolve) => {
        setTimeout(resolve, 1);
      });
      rested = before === `${inFlight.size} ${clock.pending}` ? rested + 1 : 0;
    }
  };
  return {
    ...OWN_SURFACE,
    name: 'in memory',
    baseUrl: ORIGIN,
    fetch: checkedFetch(ORIGIN, async (url, init) => {
      const requested = Promise.resolve(app.fetch(new Request(url, init)));
      inFlight.add(requested);
      const response = await requested.finally(() => inFlight.delete(requested));
      // A client that disconnected gets no response, as over a network.
      init.signal?.throwIfAborted();
      return response;
    }),
    async pass(ms) {
      await settle();
      await deps.clock.advance(ms);
    },
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
