import { fillPath } from '@contract/jobs/links';
import { JOB_OPERATIONS } from '@contract/jobs/operations';
import type { Asset, JobPage } from '@contract/jobs/schemas';
import { writePublicSpellings } from '@contract/router/headers';
import { createApp, type App } from '../app';
import type { AppDeps } from '../deps';
import { isSignedContent } from '../http/access';
import { errorResponse } from '../http/http-error';
import { jobApiEnvelope, jobApiError, notFound, toJobApiError } from '../http/job-api-error';
import { routerEnvelope, routerError, toRouterError } from '../router/router-error';
import { HostedAccounts } from './hosted-accounts';
import { checkOffered, labelRejection, listingBody, listingQuery, withoutLogLinks } from './hosted-capabilities';
import { addCorsHeaders, preflightResponse } from './hosted-cors';
import { readExtraData, toDialect, spellHeaders } from './hosted-dialect';
import { asHosted, CONTENT_PATH, isUserText } from './hosted-links';
import type { HostedState, HostedSurfaceOptions } from './hosted-options';
import { HostedQuirks } from './hosted-quirks';

const RETRY_AFTER_S = 2;
const JOBS_PATH = JOB_OPERATIONS.postJobs.path;
const PER_JOB = /^\/api\/v2\/jobs\/([^/]+)\/(workflow|logs)$/;
const CONTENT = /^\/api\/v2\/assets\/([^/]+)\/content$/;
const MODEL_RUN = /^\/v[12]\/models\/[^/]+\/[^/]+(?:\/requests)?$/;
const CREDENTIALS = ['authorization', 'x-api-key', 'cookie'];

/**
 * A hosted surface (Job API 1), simulated by the gateway's own app: the managed service, a serverless deployment or a Model Router.
 * This class adds what the gateway does not have: accounts with API keys and credits, rate limits, the state of a deployment, its
 * pinned workflow, a mount prefix and a content host. It also rejects what such a surface does not support.
 */
export class HostedSurface {
  /** Includes the mount prefix. */
  readonly baseUrl: string;
  /** Page for buying credits; needs no API key. */
  readonly creditsUrl: string;
  /** State of a deployment. */
  state: HostedState;
  /** Ids of jobs whose log exists but is not returned. */
  readonly withheldLogs = new Set<string>();
  /** `extra_data` that the managed service stores with the prompt, by job id (Job API 4, rule 5). */
  readonly keptExtraData = new Map<string, unknown>();
  /** Names of the credentials that clients sent to the content host, which must get none. */
  readonly leakedCredentials: string[] = [];
  readonly #options: HostedSurfaceOptions;
  readonly #origin: string;
  readonly #mount: string;
  readonly #deps: AppDeps;
  readonly #app: App;
  readonly #accounts: HostedAccounts;
  readonly #quirks: HostedQuirks;
  readonly #owners = new WeakMap<Request, string>();

  private constructor(options: HostedSurfaceOptions, deps: AppDeps) {
    const { origin = 'https://hosted.example', mount = '' } = options;
    this.#options = options;
    this.#origin = origin;
    this.#mount = mount;
    this.baseUrl = origin + mount;
    this.creditsUrl = `${this.baseUrl}/credits`;
    this.state = options.state ?? 'ready';
    this.#deps = {
      ...deps,
      ownerOf: (request) => this.#owners.get(request) ?? 'nobody',
      settings: { ...deps.settings, publicUrl: origin },
    };
    this.#app = createApp(this.#deps);
    this.#accounts = new HostedAccounts(options, deps.clock);
    this.#quirks = new HostedQuirks(options.quirks);
  }

  /** @param deps dependencies of its app; the public URL is set here. */
  static async open(options: HostedSurfaceOptions, deps: AppDeps): Promise<HostedSurface> {
    const surface = new HostedSurface(options, deps);
    await surface.#app.start();
    if (options.startMs !== undefined) surface.start(options.startMs);
    return surface;
  }

  /** Starts the deployment, which takes this long. */
  start(ms: number): void {
    this.state = 'starting';
    this.#deps.clock.after(ms, () => {
      if (this.state === 'starting') this.state = 'ready';
    });
  }

  close(): Promise<void> {
    return this.#app.close();
  }

  credits(account: string): number {
    return this.#accounts.credits(account);
  }

  setCredits(account: string, credits: number): void {
    this.#accounts.setCredits(account, credits);
  }

  async fetch(request: Request): Promise<Response> {
    const { allowedOrigins, dialect } = this.#options;
    const preflight = preflightResponse(request, allowedOrigins);
    const answer = preflight ?? (await this.#quirky(request));
    const response = new Response(answer.body, answer);
    if (!response.headers.has('x-service-request-id')) {
      response.headers.set('x-service-request-id', this.#deps.newId());
    }
    writePublicSpellings(response.headers);
    spellHeaders(response.headers, dialect);
    return this.#marked(request, response);
  }

  async #quirky(given: Request): Promise<Response> {
    const request = await this.#quirks.request(given);
    if (request instanceof Response) return request;
    const response = await this.#response(request).catch((error: unknown) => this.#rejection(error));
    return this.#quirks.response(new Response(response.body, response), new URL(request.url));
  }

  /** Responds as the content host: accepts signed URLs only, and no credentials, like an object store. */
  async fetchContent(request: Request): Promise<Response> {
    const preflight = preflightResponse(request, this.#options.allowedOrigins);
    if (preflight) return this.#marked(request, preflight);
    const leaked = CREDENTIALS.filter((name) => request.headers.has(name));
    this.leakedCredentials.push(...leaked);
    const url = new URL(request.url);
    const id = url.pathname.startsWith(CONTENT_PATH) ? url.pathname.slice(CONTENT_PATH.length) : '';
    if (leaked.length > 0 || id === '' || !url.searchParams.has('signature')) {
      const headers = { 'content-type': 'application/xml' };
      return this.#marked(
        request,
        new Response('<Error><Code>InvalidArgument</Code></Error>', { status: 400, headers }),
      );
    }
    const inner = new URL(`${this.#origin}/api/v2/assets/${id}/content${url.search}`);
    const response = await this.#forward(request, inner, 'nobody');
    return this.#marked(request, new Response(response.body, response));
  }

  #marked(request: Request, response: Response): Response {
    addCorsHeaders(request, response.headers, this.#options.allowedOrigins);
    response.headers.set('date', new Date(this.#deps.clock.now()).toUTCString());
    return response;
  }

  #rejection(error: unknown): Response {
    const { log } = this.#deps;
    return this.#options.kind === 'router'
      ? errorResponse(toRouterError(error, log, {}), routerEnvelope)
      : errorResponse(toJobApiError(error, log, {}), jobApiEnvelope);
  }

  async #response(request: Request): Promise<Response> {
    const inner = this.#withoutMount(new URL(request.url));
    if (inner.pathname === '/credits' && request.method === 'GET') return creditsPage();
    const hasContentHost = this.#options.contentOrigin !== undefined;
    if (!hasContentHost && isSignedContent(request, inner)) return this.#forward(request, inner, 'nobody');
    const account = this.#accounts.authenticate(request);
    const waitS = this.#accounts.countRequest(account);
    if (waitS !== null) throw this.#tooMany(waitS);
    if (inner.pathname === '/workflow' && request.method === 'GET') return this.#pinnedWorkflow();
    checkOffered(request, inner, this.#options);
    if (this.#options.kind === 'router') return this.#routed(request, inner, account);
    if (inner.pathname === JOBS_PATH) {
      return request.method === 'POST' ? this.#submit(request, inner, account) : this.#list(request, inner, account);
    }
    const [, assetId] = CONTENT.exec(inner.pathname) ?? [];
    if (hasContentHost && assetId !== undefined) return this.#redirect(assetId, account);
    const [, jobId = '', part] = PER_JOB.exec(inner.pathname) ?? [];
    const response = await this.#forward(request, inner, account);
    if (!response.ok) return response;
    if (part === 'logs' && (this.#options.hasLogs === false || this.withheldLogs.has(jobId))) {
      await response.body?.cancel();
      return new Response(null, { status: 204 });
    }
    return part === 'workflow' ? this.#redacted(response, jobId) : response;
  }

  /** @throws HttpError `not_found` for paths outside of the mount prefix. */
  #withoutMount(url: URL): URL {
    if (!url.pathname.startsWith(`${this.#mount}/`)) throw notFound();
    const inner = new URL(this.#origin);
    inner.pathname = url.pathname.slice(this.#mount.length);
    inner.search = url.search;
    return inner;
  }

  #tooMany(retryAfterS: number): Error {
    const message = 'Too many requests';
    if (this.#options.kind !== 'router') return jobApiError('rate_limited', message, { retryAfterS });
    return routerError('rate_limited', message, { headers: { 'Retry-After': String(retryAfterS) } });
  }

  #pinnedWorkflow(): Response {
    const { kind, pinnedWorkflow } = this.#options;
    if (kind !== 'serverless' || pinnedWorkflow === undefined) throw notFound();
    return new Response(pinnedWorkflow, { headers: { 'content-type': 'application/json' } });
  }

  /** Submits a job. Rejections before the app are definite: no job was created, and the idempotency key stays free (rule 4). */
  async #submit(request: Request, inner: URL, account: string): Promise<Response> {
    if (this.state === 'stopped') throw jobApiError('deployment_stopped', 'The deployment is stopped');
    if (this.state === 'starting') {
      throw jobApiError('deployment_not_ready', 'The deployment is starting', { retryAfterS: RETRY_AFTER_S });
    }
    if (this.#accounts.credits(account) < 1) {
      const details = { credits_url: this.creditsUrl };
      throw jobApiError('insufficient_credits', 'The account has no credits left', { details });
    }
    const sent = await request.text();
    const rejection = labelRejection(sent, this.#options);
    if (rejection) return rejection;
    const body = readExtraData(sent, this.#options.dialect);
    const { method, headers, signal } = request;
    const response = await this.#forward(new Request(inner, { method, headers, signal, body }), inner, account);
    if (response.status !== 201) return response;
    this.#accounts.pay(account);
    const { id } = (await response.clone().json()) as { id: string };
    const { extra_data: extraData } = JSON.parse(body) as { extra_data?: unknown };
    if (this.#options.kind === 'managed' && extraData !== undefined) this.keptExtraData.set(id, extraData);
    return response;
  }

  async #list(request: Request, inner: URL, account: string): Promise<Response> {
    const response = await this.#forward(request, listingQuery(inner, this.#options), account);
    if (!response.ok || request.method !== 'GET') return response;
    const page = (await response.json()) as JobPage;
    return new Response(JSON.stringify(listingBody(page, this.#options)), response);
  }

  /** Redirects (302) from the content of an asset to a signed URL on the content host. */
  async #redirect(assetId: string, account: string): Promise<Response> {
    const inner = new URL(this.#origin + fillPath(JOB_OPERATIONS.getAsset.path, { id: decodeURIComponent(assetId) }));
    const response = await this.#forward(new Request(inner), inner, account);
    if (!response.ok) return response;
    const { url } = (await response.json()) as Asset;
    return new Response(null, { status: 302, headers: { location: url, 'cache-control': 'no-store' } });
  }

  async #routed(request: Request, inner: URL, account: string): Promise<Response> {
    const isRun = request.method === 'POST' && MODEL_RUN.test(inner.pathname);
    if (isRun && this.#accounts.credits(account) < 1) {
      throw routerError('insufficient_credits', `The account has no credits left. Buy credits at ${this.creditsUrl}`);
    }
    const response = await this.#forward(request, inner, account);
    if (isRun && response.ok) this.#accounts.pay(account);
    if (!response.ok || !inner.pathname.endsWith('/openapi.json')) return response;
    return new Response(toDialect(await response.text(), this.#options.dialect), response);
  }

  async #forward(request: Request, inner: URL, owner: string): Promise<Response> {
    const forwarded = new Request(inner, request);
    // Pages of other origins may send requests here; CORS decides whether they may read the response.
    for (const name of ['origin', 'sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest']) forwarded.headers.delete(name);
    this.#owners.set(forwarded, owner);
    const { contentOrigin, hasLogs } = this.#options;
    const app = await this.#app.fetch(forwarded);
    const response = await asHosted(app, inner, { origin: this.#origin, mount: this.#mount, contentOrigin });
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    if (hasLogs !== false || !isJson || isUserText(inner.pathname)) return response;
    return new Response(withoutLogLinks(await response.text()), response);
  }

  /** Redacts `extra_data`: the managed service reports that there was some, but not its content. */
  async #redacted(response: Response, jobId: string): Promise<Response> {
    const kept = this.keptExtraData.get(jobId);
    if (typeof kept !== 'object' || kept === null) return response;
    const redacted = Object.fromEntries(Object.keys(kept).map((key) => [key, 'redacted']));
    // The raw text of the workflow is not parsed: its numbers would change in a JavaScript object.
    const text = (await response.text()).replace(/\}$/, `,"extra_data":${JSON.stringify(redacted)}}`);
    return new Response(text, response);
  }
}

function creditsPage(): Response {
  const html = '<!doctype html><title>Credits</title><h1>Buy credits</h1>';
  return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } });
}
