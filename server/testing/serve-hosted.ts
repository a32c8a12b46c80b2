import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock, type Clock } from '../clock';
import type { Engine } from '../engines/engine';
import { EmbeddedEngine } from '../engines/embedded/embedded-engine';
import { ScriptedEngine } from './scripted-engine/scripted-engine';
import { listen } from '../platform/http/http-server';
import { silentLogger } from '../log';
import { FileBlobs } from '../storage/files/file-blobs';
import { HostedControl } from './hosted-control';
import { KIND_DEFAULTS, type HostedSurfaceOptions } from './hosted-options';
import { HostedSurface } from './hosted-surface';
import { createMemoryDeps } from './memory-deps';

export interface ServedOptions extends Partial<Omit<HostedSurfaceOptions, 'origin' | 'contentOrigin'>> {
  kind: HostedSurfaceOptions['kind'];
  /** 0 or absent: any free port. */
  port?: number;
  /** If `false`, the surface itself serves content. */
  hasContentHost?: boolean;
  /** Offset of its clock, ahead of real time. */
  clockSkewMs?: number;
  /** `scripted` runs the test node classes only. */
  engine?: 'embedded' | 'scripted';
  /** Number of jobs that the scripted engine runs at once; defaults to 1. */
  parallel?: number;
}

/** Connection details for clients, printed as one line of JSON. */
export interface ServedSurface {
  kind: HostedSurfaceOptions['kind'];
  baseUrl: string;
  /** `null` if the surface itself serves content. */
  contentOrigin: string | null;
  creditsUrl: string;
  /** URL for `GET` and `PATCH` of the state while the surface runs: `hosted-control.ts`. */
  controlUrl: string;
  /** API keys by the permission that the surface grants them; any other key is rejected with 401. */
  keys: typeof HOSTED_KEYS;
}

export const HOSTED_KEYS = {
  valid: 'hosted-valid',
  readOnly: 'hosted-read-only',
  forbidden: 'hosted-forbidden',
  invalid: 'hosted-invalid',
} as const;
/** Name of the only account of a served surface. */
export const HOSTED_ACCOUNT = 'tests';

const PINNED_WORKFLOW = JSON.stringify({
  '1': { class_type: 'EmptyImage', inputs: { width: 256, height: 256, batch_size: 1, color: 3_368_601 } },
  '2': { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'pinned' } },
});

/** Serves one hosted surface on loopback. Nothing is persisted. */
export async function serveHosted(
  { port = 0, hasContentHost = true, clockSkewMs = 0, engine = 'embedded', parallel = 1, ...options }: ServedOptions,
  engineScript: string,
): Promise<{ served: ServedSurface; close: () => Promise<void> }> {
  let surface: HostedSurface | null = null;
  const opened = (response: (open: HostedSurface) => Promise<Response>) =>
    surface === null ? Promise.resolve(new Response(null, { status: 503 })) : response(surface);
  const front = await listen(port, (request) => opened((open) => open.fetch(request)), silentLogger);
  const content = await listen(0, (request) => opened((open) => open.fetchContent(request)), silentLogger);
  const control = await listen(
    0,
    (request) => opened((open) => new HostedControl(open, HOSTED_ACCOUNT).fetch(request)),
    silentLogger,
  );

  const folder = await mkdtemp(path.join(tmpdir(), 'flowdeck-hosted-'));
  const clock = skewedClock(clockSkewMs);
  const blobs = await FileBlobs.open(path.join(folder, 'blobs'), () => {});
  const deps = await createMemoryDeps({ blobs, validateResponses: false }, clock);
  surface = await HostedSurface.open(
    {
      ...KIND_DEFAULTS[options.kind],
      pinnedWorkflow: PINNED_WORKFLOW,
      ...options,
      accounts: options.accounts ?? {
        [HOSTED_ACCOUNT]: {
          keys: [HOSTED_KEYS.valid],
          restrictedKeys: [HOSTED_KEYS.readOnly],
          forbiddenKeys: [HOSTED_KEYS.forbidden],
        },
      },
      origin: front.address,
      ...(hasContentHost ? { contentOrigin: content.address } : {}),
    },
    {
      ...deps,
      engine: engine === 'scripted' ? new ScriptedEngine({ clock, parallel }) : embedded(engineScript, blobs),
    },
  );
  const { baseUrl, creditsUrl } = surface;
  return {
    served: {
      kind: options.kind,
      baseUrl,
      contentOrigin: hasContentHost ? content.address : null,
      creditsUrl,
      controlUrl: control.address,
      keys: HOSTED_KEYS,
    },
    async close() {
      for (const server of [front, content, control]) server.stopListening();
      await surface?.close();
      for (const server of [front, content, control]) server.cut();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function embedded(script: string, blobs: FileBlobs): Engine {
  if (!existsSync(script)) throw new Error(`${script} is not built: npm run build`);
  return new EmbeddedEngine({
    script,
    workDir: blobs.workDir,
    assetDir: path.dirname(blobs.workDir),
    log: silentLogger,
  });
}

function skewedClock(ms: number): Clock {
  return { ...systemClock, now: () => systemClock.now() + ms };
}
