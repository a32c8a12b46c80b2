import { JOB_OPERATIONS } from '@contract/jobs/operations';
import { createApp, type App } from '../app';
import type { AppDeps } from '../deps';
import { isSignedContent } from '../http/access';
import { ApiProblem } from '../http/operation';
import { notFound, problemOf, problemResponse } from '../http/problem-response';
import { asMounted } from './hosted-links';

export interface HostedAccount {
  /** API keys; all of them see the same jobs and assets. */
  keys: readonly string[];
  /** Keys that may look and change nothing. */
  restrictedKeys?: readonly string[];
  /** Submissions that are paid for; absent: any number. */
  credits?: number;
}

export interface HostedSurfaceOptions {
  kind: 'managed' | 'serverless';
  accounts: Readonly<Record<string, HostedAccount>>;
  /** Scheme and host. */
  origin?: string;
  /** Path in front of every address, such as `/deployment/blue`; empty: none. */
  mount?: string;
  /** Text of the graph that a deployment runs. */
  pinnedWorkflow?: string;
}

const RETRY_AFTER_S = 2;
const SUBMIT_PATH = JOB_OPERATIONS.postJobs.path;
const PER_JOB = /^\/api\/v2\/jobs\/([^/]+)\/(workflow|logs)$/;

/**
 * A hosted surface (Job API 1), played by the gateway's own app: the managed service or a serverless deployment. What
 * they have and the gateway has not stands in front of the app: accounts with keys, credits, the state of a deployment,
 * its pinned workflow, a mount prefix, and logs that are withheld.
 */
export class HostedSurface {
  /** With the mount prefix. */
  readonly baseUrl: string;
  /** Of a deployment. */
  state: 'ready' | 'starting' | 'stopped' = 'ready';
  /** Ids of jobs whose log exists and is shown to nobody. */
  readonly withheldLogs = new Set<string>();
  /** What the managed service keeps with the prompt, by job id (Job API 4, rule 5). */
  readonly keptExtraData = new Map<string, unknown>();
  readonly #options: HostedSurfaceOptions;
  readonly #deps: AppDeps;
  readonly #app: App;
  readonly #owners = new WeakMap<Request, string>();
  readonly #credits: Map<string, number>;

  private constructor(options: HostedSurfaceOptions, deps: AppDeps) {
    const { origin = 'https://hosted.example', mount = '' } = options;
    this.#options = options;
    this.baseUrl = origin + mount;
    this.#deps = {
      ...deps,
      ownerOf: (request) => this.#owners.get(request) ?? 'nobody',
      settings: { ...deps.settings, publicUrl: origin },
    };
    this.#app = createApp(this.#deps);
    this.#credits = new Map(
      Object.entries(options.accounts).map(([name, { credits = Infinity }]) => [name, credits] as const),
    );
  }

  /** @param deps what its app stands on; the public address is set here. */
  static async open(options: HostedSurfaceOptions, deps: AppDeps): Promise<HostedSurface> {
    const surface = new HostedSurface(options, deps);
    await surface.#app.start();
    return surface;
  }

  close(): Promise<void> {
    return this.#app.close();
  }

  setCredits(account: string, credits: number): void {
    this.#credits.set(account, credits);
  }

  async fetch(request: Request): Promise<Response> {
    try {
      return await this.#answer(request);
    } catch (error) {
      return problemResponse(problemOf(error, this.#deps.log, {}));
    }
  }

  async #answer(request: Request): Promise<Response> {
    const inner = this.#withoutMount(new URL(request.url));
    if (isSignedContent(request, inner)) return this.#forward(request, inner, 'nobody');
    const account = this.#authenticate(request);
    if (inner.pathname === '/workflow' && request.method === 'GET') return this.#pinnedWorkflow();
    // What the gateway offers to its own console alone is none of a hosted surface's business.
    if (!inner.pathname.startsWith('/api/v2/')) throw notFound();
    if (request.method === 'POST' && inner.pathname === SUBMIT_PATH) return this.#submit(request, inner, account);
    const [, jobId = '', part] = PER_JOB.exec(inner.pathname) ?? [];
    const answer = await this.#forward(request, inner, account);
    if (!answer.ok) return answer;
    if (part === 'logs' && this.withheldLogs.has(jobId)) return new Response(null, { status: 204 });
    return part === 'workflow' ? this.#redacted(answer, jobId) : answer;
  }

  /** @throws ApiProblem `not_found` outside of the mount. */
  #withoutMount(url: URL): URL {
    const { mount = '' } = this.#options;
    if (!url.pathname.startsWith(`${mount}/`)) throw notFound();
    const inner = new URL(url);
    inner.pathname = url.pathname.slice(mount.length);
    return inner;
  }

  /** @returns the account. @throws ApiProblem `unauthorized` or `forbidden` (Job API 5). */
  #authenticate(request: Request): string {
    const bearer = /^bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
    if (bearer === undefined) throw new ApiProblem('unauthorized', 'API key required');
    for (const [name, { keys, restrictedKeys = [] }] of Object.entries(this.#options.accounts)) {
      if (keys.includes(bearer)) return name;
      if (!restrictedKeys.includes(bearer)) continue;
      if (request.method === 'GET' || request.method === 'HEAD') return name;
      throw new ApiProblem('forbidden', 'This API key is read-only');
    }
    throw new ApiProblem('unauthorized', 'Invalid API key');
  }

  #pinnedWorkflow(): Response {
    const { kind, pinnedWorkflow } = this.#options;
    if (kind !== 'serverless' || pinnedWorkflow === undefined) throw notFound();
    return new Response(pinnedWorkflow, { headers: { 'content-type': 'application/json' } });
  }

  /** Refusals in front of the app are definite: no job was made, and the key stays free (rule 4). */
  async #submit(request: Request, inner: URL, account: string): Promise<Response> {
    if (this.state === 'stopped') throw new ApiProblem('deployment_stopped', 'The deployment is stopped');
    if (this.state === 'starting') {
      throw new ApiProblem('deployment_not_ready', 'The deployment is starting', { retryAfterS: RETRY_AFTER_S });
    }
    const credits = this.#credits.get(account) ?? 0;
    if (credits < 1) throw new ApiProblem('insufficient_credits', 'The account has no credits left');
    const body = request.clone();
    const answer = await this.#forward(request, inner, account);
    if (answer.status !== 201) return answer;
    this.#credits.set(account, credits - 1);
    const { id } = (await answer.clone().json()) as { id: string };
    const { extra_data: extraData } = (await body.json()) as { extra_data?: unknown };
    if (this.#options.kind === 'managed' && extraData !== undefined) this.keptExtraData.set(id, extraData);
    return answer;
  }

  async #forward(request: Request, inner: URL, owner: string): Promise<Response> {
    const forwarded = new Request(inner, request);
    this.#owners.set(forwarded, owner);
    return asMounted(await this.#app.fetch(forwarded), inner, this.#options.mount ?? '');
  }

  /** The managed service tells that there was `extra_data`, and nothing of what it held. */
  async #redacted(answer: Response, jobId: string): Promise<Response> {
    const kept = this.keptExtraData.get(jobId);
    if (typeof kept !== 'object' || kept === null) return answer;
    const redacted = Object.fromEntries(Object.keys(kept).map((key) => [key, 'redacted']));
    // The workflow's own text passes unread: its numbers do not survive a JavaScript object.
    const text = (await answer.text()).replace(/\}$/, `,"extra_data":${JSON.stringify(redacted)}}`);
    return new Response(text, answer);
  }
}
