import { createApp } from '../../../../app';
import { systemClock } from '../../../../clock';
import { listen } from '../../../../platform/http/http-server';
import { silentLogger } from '../../../../log';
import { createMemoryDeps } from '../../../../testing/memory-deps';

export const REMOTE_TOKEN = 'token-of-the-remote-router';

/** Starts a full gateway with scripted models on a free port, as the remote router of another gateway. */
export async function openRemoteGateway({ fillers = 0 }: { fillers?: number } = {}) {
  const deps = await createMemoryDeps({ fillers, settings: { token: REMOTE_TOKEN } }, systemClock);
  const app = createApp(deps);
  const heard: { path: string; headers: Headers }[] = [];
  const state = { isUnreachable: false };
  const server = await listen(
    0,
    async (request) => {
      const { pathname, search } = new URL(request.url);
      heard.push({ path: pathname + search, headers: new Headers(request.headers) });
      return state.isUnreachable ? new Response('Bad gateway', { status: 502 }) : app.fetch(request);
    },
    silentLogger,
  );
  return {
    origin: server.address,
    models: deps.scriptedModels,
    heard,
    state,
    ask: (path: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers);
      headers.set('authorization', `Bearer ${REMOTE_TOKEN}`);
      return app.fetch(new Request(server.address + path, { ...init, headers }));
    },
    async close() {
      server.stopListening();
      server.cut();
      await app.close();
    },
  };
}
