import { vi } from 'vitest';
import type { OutboxEntry } from '@/domains/outbox/outbox-entry';
import type { Surface as ConsoleSurface } from '@/api/surface';
import { relayPath } from '@contract/console/surfaces';
import { createApp } from '@server/app';
import { KIND_DEFAULTS, type HostedSurfaceOptions } from '@server/testing/hosted-options';
import { HostedSurface } from '@server/testing/hosted-surface';
import { createMemoryDeps } from '@server/testing/memory-deps';
import { VirtualClock } from '@server/testing/virtual-clock';

/** A network of simulated surfaces and a console client that uses it. All share one virtual clock. */

type Answer = (request: Request) => Promise<Response>;

const KEY = 'ada-1';
export const PINNED_TEXT = '{"1":{"class_type":"ScriptText","inputs":{"text":"pinned"}}}';

export class ConsoleSurfaces {
  readonly clock = new VirtualClock();
  /** Requests that the console sent, oldest first. */
  readonly sent: Request[] = [];
  /** Intercepts submissions from the console to the surface; `null`: no interception. */
  onSubmission: ((request: Request, arrive: () => Promise<Response>) => Promise<Response>) | null = null;
  readonly #hosts = new Map<string, Answer>();
  readonly #closes: (() => Promise<void>)[] = [];

  /** Replaces the global `fetch` by one that reaches only these surfaces. */
  constructor() {
    vi.stubGlobal('location', { origin: 'http://127.0.0.1:8189', href: 'http://127.0.0.1:8189/' });
    vi.stubGlobal('document', { hidden: false });
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      const request = new Request(url, init);
      this.sent.push(request);
      const host = this.#hosts.get(new URL(url).origin);
      if (!host) throw new TypeError(`No surface at ${url}`);
      const isSubmission = request.method === 'POST' && new URL(url).pathname.endsWith('/api/v2/jobs');
      // Each delivery needs its own body.
      const arrive = () => host(request.clone());
      const response = await (isSubmission && this.onSubmission ? this.onSubmission(request, arrive) : host(request));
      // Responses of the network know their URL; links are resolved against it.
      return Object.defineProperty(response, 'url', { value: url });
    });
  }

  /** A self-hosted gateway. */
  async gateway(baseUrl: string): Promise<ConsoleSurface> {
    const deps = await createMemoryDeps({ settings: { publicUrl: baseUrl } }, this.clock);
    const app = createApp(deps);
    await app.start();
    this.#hosts.set(baseUrl, (request) => app.fetch(request));
    this.#closes.push(() => app.close());
    return { id: 'gateway', name: 'Gateway', baseUrl, routerBaseUrl: null, kind: 'gateway' };
  }

  async hosted(
    id: string,
    baseUrl: string,
    options: Partial<HostedSurfaceOptions> & Pick<HostedSurfaceOptions, 'kind'>,
  ): Promise<{ hosted: HostedSurface; surface: ConsoleSurface }> {
    const { origin, pathname } = new URL(baseUrl);
    const contentOrigin = `https://files-of-${id}.example`;
    const hosted = await HostedSurface.open(
      {
        ...KIND_DEFAULTS[options.kind],
        accounts: { ada: { keys: [KEY] } },
        pinnedWorkflow: PINNED_TEXT,
        mount: pathname === '/' ? '' : pathname,
        contentOrigin,
        ...options,
        origin,
      },
      await createMemoryDeps({}, this.clock),
    );
    this.#hosts.set(origin, (request) => hosted.fetch(request));
    this.#hosts.set(contentOrigin, (request) => hosted.fetchContent(request));
    this.#closes.push(() => hosted.close());
    const kind = options.kind === 'serverless' ? 'deployment' : 'managed';
    return { hosted, surface: { id, name: id, baseUrl, routerBaseUrl: null, kind, bearer: KEY } };
  }

  /** Returns the surface as the console reaches it through the relay of the gateway that serves the page. */
  async relayed({ id, baseUrl, bearer, ...surface }: ConsoleSurface): Promise<ConsoleSurface> {
    if (baseUrl === null) throw new Error('Nothing to relay');
    const origin = 'http://127.0.0.1:8189';
    const deps = await createMemoryDeps(
      {
        relayFetch: (request) => {
          const host = this.#hosts.get(new URL(request.url).origin);
          return host ? host(request) : Promise.reject(new Error(`No surface at ${request.url}`));
        },
      },
      this.clock,
    );
    const stored = { id, name: id, color: 'blue', kind: 'serverless', baseUrl, routerBaseUrl: null } as const;
    const reached = { access: 'relay', routerAuth: 'bearer', dialect: 'service', credential: bearer ?? null } as const;
    deps.surfaces.write({ surfaces: [{ ...stored, ...reached }], defaultId: 'local' });
    const app = createApp(deps);
    await app.start();
    this.#hosts.set(origin, (request) => app.fetch(request));
    this.#closes.push(() => app.close());
    const relay = origin + relayPath(id, 'jobs', baseUrl);
    return { ...surface, id, baseUrl: relay, routerBaseUrl: null, remote: { jobs: baseUrl, router: null } };
  }

  async close(): Promise<void> {
    for (const close of this.#closes) await close();
    vi.unstubAllGlobals();
  }
}

/** Loads the console API dynamically, since its modules read the page URL when they load. */
export async function loadConsoleApi() {
  const [
    { jobQuery },
    { jobsQuery },
    { ALL_JOBS },
    { cancelJob },
    { submitTo },
    { pinnedWorkflowQuery },
    { jobLogQuery },
    { cellJobQuery },
  ] = await Promise.all([
    import('@/domains/jobs/job-query'),
    import('@/domains/jobs/job-queries'),
    import('@/domains/jobs/job-filter'),
    import('@/domains/jobs/cancel-job'),
    import('@/domains/outbox/post-job'),
    import('@/features/submit/start/pinned-workflow-query'),
    import('@/features/jobs/tabs/log/job-log-query'),
    import('@/features/batches/cell-job'),
  ]);
  return { jobQuery, jobsQuery, ALL_JOBS, cancelJob, submitTo, pinnedWorkflowQuery, jobLogQuery, cellJobQuery };
}

export type ConsoleApi = Awaited<ReturnType<typeof loadConsoleApi>>;

/** Creates an outbox entry for one submission. */
export function entryOf(workflow: object): OutboxEntry {
  return {
    id: crypto.randomUUID(),
    surfaceId: 'any',
    key: crypto.randomUUID(),
    createdAt: 0,
    title: 'Story',
    draftId: null,
    workflowText: JSON.stringify(workflow),
    graphFingerprint: 'f',
    labels: { flowdeck_title: 'Story' },
    firstSentAt: null,
    state: { name: 'pending', isProbe: false },
    isDismissed: false,
  };
}
