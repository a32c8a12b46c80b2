import { writeEvent } from '@contract/jobs/events';
import { isTerminal } from '@contract/jobs/lifecycle';
import type { Asset, Job, Output } from '@contract/jobs/schemas';

/** Behavior of third-party surfaces that the contract does not mention, or forbids (docs/surfaces.md, Differences). */
const HOSTED_QUIRKS = {
  'opaque-ids': 'ids are not UUIDs, and need percent-encoding in paths',
  'unsized-outputs': '`size_bytes` is 0 and `hash` null',
  'silent-progress': 'no progress and no times while a job runs',
  'no-started-at': '`started_at` is always null',
  'videos-as-images': 'videos have the type `image`',
  'late-outputs': 'the first reading of a job that succeeded has no outputs, and the stream ends before them',
  'expired-after-cancel': 'a canceled job is `expired`',
  'expired-at-first': 'the first reading of a job that succeeded says `expired`',
  'codes-of-404': '404 has the code `job_not_found` or `asset_not_found`',
  'no-content-operation': 'the content of an asset is at the `url` of its job only, and assets are not found',
  'no-workflows': 'the workflow of a job is not found',
  'text-metadata': '`metadata` is one text: in responses, and the only form that a submission may have',
  'text-errors': 'errors are plain text',
  'own-upload-path': 'uploads are redirected to another path, and hashes are not looked up',
  'hidden-etags': 'no page can read an `ETag`',
  'relative-content': 'URLs of content are host-relative, too',
  'foreign-links': 'links and URLs of content name operations of the gateway of the page',
  'unsigned-content': 'URLs of content carry no signature: they want the credential',
} as const;
export type HostedQuirk = keyof typeof HOSTED_QUIRKS;

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
/** Content URLs of the surface itself, or of its content host. */
const CONTENT_URL = new RegExp(`"url":"[^"]*/(?:assets|content)/(${UUID})[^"]*"`, 'g');
const OPAQUE_TAIL = '.a+b/c=';

const GATEWAY_OF_PAGE = 'http://127.0.0.1:8189';

const REDIRECTED_UPLOAD = '/uploads/here';
const JOB_PATH = /\/api\/v2\/jobs\/[^/]+(?:\/cancel)?$/;
const LIST_PATH = /\/api\/v2\/jobs$/;
const ASSET_PATH = /\/api\/v2\/assets(?:\/[^/]+)?$/;

/** Wraps a surface: requests pass through `request`, responses through `response`. */
export class HostedQuirks {
  readonly #quirks: ReadonlySet<HostedQuirk>;
  /** Finished jobs that were already returned once. */
  readonly #read = new Set<string>();

  constructor(quirks: readonly HostedQuirk[] = []) {
    this.#quirks = new Set(quirks);
  }

  #has(quirk: HostedQuirk): boolean {
    return this.#quirks.has(quirk);
  }

  /** Returns the request to pass to the surface, or the response that this quirk sends instead. */
  async request(request: Request): Promise<Request | Response> {
    if (this.#quirks.size === 0) return request;
    const url = new URL(request.url);
    if (
      this.#has('no-content-operation') &&
      request.method === 'GET' &&
      /\/api\/v2\/assets\/[^/]+(?:\/content)?$/.test(url.pathname)
    ) {
      return Response.json({ error: { code: 'not_found', message: 'No such path', details: null } }, { status: 404 });
    }
    if (this.#has('no-workflows') && /\/jobs\/[^/]+\/workflow$/.test(url.pathname)) {
      return Response.json({ error: { code: 'not_found', message: 'No such path', details: null } }, { status: 404 });
    }
    if (this.#has('own-upload-path')) {
      if (/\/assets\/(?:by-hash\/[^/]+|from-hash)$/.test(url.pathname)) return new Response(null, { status: 405 });
      if (request.method === 'POST' && url.pathname.endsWith('/api/v2/assets')) {
        const location = url.pathname.replace('/api/v2/assets', REDIRECTED_UPLOAD);
        return new Response(null, { status: 307, headers: { location } });
      }
      url.pathname = url.pathname.replace(REDIRECTED_UPLOAD, '/api/v2/assets');
    }
    if (this.#has('opaque-ids')) url.pathname = url.pathname.replaceAll(encodeURIComponent(OPAQUE_TAIL), '');
    if (!request.headers.get('content-type')?.startsWith('application/json')) return new Request(url, request);
    const text = await request.text();
    if (this.#has('text-metadata') && LIST_PATH.test(url.pathname) && /"metadata":\s*\{/.test(text)) {
      const error = { code: 'invalid_request', message: 'metadata must be a string', details: null };
      return Response.json({ error }, { status: 422 });
    }
    const body = this.#has('opaque-ids') ? text.replaceAll(OPAQUE_TAIL, '') : text;
    const { method, headers, signal } = request;
    return new Request(url, { method, headers, signal, body });
  }

  /** @param url of the request, as passed to the surface */
  async response(response: Response, url: URL): Promise<Response> {
    if (this.#has('hidden-etags')) response.headers.delete('etag');
    if (this.#quirks.size === 0 || response.body === null || /\/(?:content|workflow|logs)$/.test(url.pathname))
      return response;
    const type = response.headers.get('content-type') ?? '';
    if (type.startsWith('text/event-stream')) return this.#stream(response, url.origin);
    if (!type.startsWith('application/json')) return response;
    if (!response.ok) return this.#error(response, url);
    const body = this.#body(await response.json(), url);
    return new Response(this.#text(JSON.stringify(body), url.origin), response);
  }

  #body(body: unknown, { pathname }: URL): unknown {
    if (JOB_PATH.test(pathname)) return this.#job(body as Job, true);
    if (ASSET_PATH.test(pathname)) return this.#file(body as Asset);
    if (!LIST_PATH.test(pathname)) return body;
    if (typeof body === 'object' && body !== null && 'id' in body) return this.#job(body as Job, false);
    const page = body as Record<string, Job[]>;
    const name = Array.isArray(page['data']) ? 'data' : 'jobs';
    return { ...page, [name]: page[name]?.map((job) => this.#job(job, false)) };
  }

  #job(job: Job, isSingle: boolean): unknown {
    const shown: Record<string, unknown> = { ...job };
    // Lists of some surfaces have no outputs.
    if (Array.isArray(job.outputs)) shown['outputs'] = job.outputs.map((output) => this.#file(output));
    if (this.#has('silent-progress')) Object.assign(shown, { started_at: null, completed_at: null });
    if (this.#has('no-started-at')) shown['started_at'] = null;
    if (this.#has('silent-progress') && !isTerminal(job.status)) shown['progress'] = null;
    if (this.#has('text-metadata')) shown['metadata'] = 'order 7';
    if (this.#has('foreign-links')) {
      const names = Object.keys(job.urls);
      shown['urls'] = Object.fromEntries(names.map((name) => [name, `${GATEWAY_OF_PAGE}/console/status?from=${name}`]));
    }
    shown['status'] = this.#status(job.status);
    if (job.status !== 'succeeded' || !isSingle || this.#read.has(job.id)) return shown;
    this.#read.add(job.id);
    if (this.#has('late-outputs')) shown['outputs'] = [];
    if (this.#has('expired-at-first')) Object.assign(shown, { status: 'expired', outputs: [] });
    return shown;
  }

  #status(status: string): string {
    return status === 'canceled' && this.#has('expired-after-cancel') ? 'expired' : status;
  }

  #file<File extends Asset | Output>(file: File): File {
    const isVideo = file.content_type.startsWith('video/');
    return {
      ...file,
      ...(this.#has('unsized-outputs') ? { size_bytes: 0, hash: null } : {}),
      ...(this.#has('foreign-links') ? { url: `${GATEWAY_OF_PAGE}/console/surfaces?of=${file.id}` } : {}),
      ...(this.#has('videos-as-images') && isVideo && 'type' in file ? { type: 'image' } : {}),
    };
  }

  #text(signed: string, origin: string): string {
    const unsigned = `"url":"${origin}/api/v2/assets/$1/content"`;
    const text = this.#has('unsigned-content') ? signed.replaceAll(CONTENT_URL, unsigned) : signed;
    const relative = this.#has('relative-content') ? text.replaceAll(`"url":"${origin}/`, '"url":"/') : text;
    if (!this.#has('opaque-ids')) return relative;
    return relative
      .replaceAll(new RegExp(`"(id|job_id)":"(${UUID})"`, 'g'), `"$1":"$2${OPAQUE_TAIL}"`)
      .replaceAll(new RegExp(`/(jobs|assets)/(${UUID})(?=[/"])`, 'g'), `/$1/$2${encodeURIComponent(OPAQUE_TAIL)}`);
  }

  #stream(response: Response, origin: string): Response {
    const late: string[] = [];
    // The app writes whole frames.
    const frames = new TransformStream<string, string>({
      transform: (frame, out) => {
        const name = /^event: (\w+)/m.exec(frame)?.[1];
        if (name === 'progress' && this.#has('silent-progress')) return;
        if (name === 'output' && this.#has('late-outputs')) late.push(this.#frame(frame, origin));
        else out.enqueue(this.#frame(frame, origin));
      },
      flush: (out) => {
        for (const frame of late) out.enqueue(frame);
      },
    });
    const body = (response.body as ReadableStream<Uint8Array<ArrayBuffer>>)
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(frames)
      .pipeThrough(new TextEncoderStream());
    return new Response(body, response);
  }

  #frame(frame: string, origin: string): string {
    const [, name, data] = /^event: (\w+)\ndata: (.*)/.exec(frame) ?? [];
    if (name === undefined || data === undefined) return frame;
    const value = JSON.parse(data) as Record<string, unknown>;
    if (name === 'status') value['status'] = this.#status(String(value['status']));
    const shown = name === 'output' ? this.#file(value as Output) : value;
    return this.#text(writeEvent({ event: name, data: shown }), origin);
  }

  async #error(response: Response, { pathname }: URL): Promise<Response> {
    const text = await response.text();
    const headers = new Headers(response.headers);
    if (this.#has('text-errors')) {
      headers.set('content-type', 'text/plain; charset=utf-8');
      const { error } = JSON.parse(text) as { error: { message: string } };
      return new Response(error.message, { status: response.status, headers });
    }
    const code = pathname.includes('/api/v2/assets') ? 'asset_not_found' : 'job_not_found';
    const reported = this.#has('codes-of-404') ? text.replace('"code":"not_found"', `"code":"${code}"`) : text;
    return new Response(reported, { status: response.status, headers });
  }
}
