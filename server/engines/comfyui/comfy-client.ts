/**
 * HTTP to a ComfyUI server (contract-facts 2.15). Every call has a time limit of its own, follows no redirect, and
 * fails in one of two ways: `ComfyUnreachable` (no answer) or `ComfyRefusal` (an answer that is no success).
 */

/** No answer came. */
export class ComfyUnreachable extends Error {
  /** False: the request surely never arrived. True: it may have been carried out. */
  readonly mayHaveArrived: boolean;
  constructor(cause: unknown, mayHaveArrived: boolean) {
    super('ComfyUI did not answer', { cause });
    this.name = 'ComfyUnreachable';
    this.mayHaveArrived = mayHaveArrived;
  }
}

export class ComfyRefusal extends Error {
  readonly status: number;
  /** At most the first 64 kB. */
  readonly body: string;
  constructor(path: string, status: number, body: string) {
    super(`ComfyUI answered ${status} to ${path}`);
    this.name = 'ComfyRefusal';
    this.status = status;
    this.body = body;
  }
}

/** A file in one of ComfyUI's folders, as its nodes report them. */
export interface ComfyFile {
  filename: string;
  subfolder: string;
  folder: string;
}

interface CallOptions {
  signal?: AbortSignal;
  timeoutMs?: number;
}

const ANSWER_MS = 20_000;
/** Checking a prompt loads lists of files and runs code of custom nodes. */
const SUBMIT_MS = 120_000;
const UPLOAD_MS = 600_000;
const ERROR_BODY_CHARS = 65_536;

/** Refused or unresolved before a byte was sent. */
const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

export class ComfyClient {
  readonly baseUrl: string;

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl.replace(/\/+$/, '');
  }

  /** @throws ComfyUnreachable, ComfyRefusal, or the reason of `signal`. */
  async getJson(path: string, options: CallOptions = {}): Promise<unknown> {
    return JSON.parse(await this.getText(path, options)) as unknown;
  }

  async getText(path: string, options: CallOptions = {}): Promise<string> {
    const response = await this.#get(path, options);
    return readBody(response, options.signal);
  }

  async postJson(path: string, body: unknown, options: CallOptions = {}): Promise<void> {
    const response = await this.#call(path, jsonPost(JSON.stringify(body)), options);
    await readBody(response, options.signal);
  }

  /** `POST /prompt` with a body that was put together as text, so that its numbers stay what they are. */
  async submit(bodyText: string, signal?: AbortSignal): Promise<unknown> {
    const options: CallOptions = { timeoutMs: SUBMIT_MS, ...(signal ? { signal } : {}) };
    const response = await this.#call('/prompt', jsonPost(bodyText), options);
    return JSON.parse(await readBody(response, signal)) as unknown;
  }

  async uploadInput(file: Blob, name: string, subfolder: string, signal: AbortSignal): Promise<unknown> {
    const form = new FormData();
    form.append('image', file, name);
    form.append('type', 'input');
    form.append('subfolder', subfolder);
    form.append('overwrite', 'true');
    const response = await this.#call(
      '/upload/image',
      { method: 'POST', body: form },
      { signal, timeoutMs: UPLOAD_MS },
    );
    return JSON.parse(await readBody(response, signal)) as unknown;
  }

  /** Bytes of a file; the time limit holds for the head of the answer only. @throws ComfyRefusal with 404 */
  async view(file: ComfyFile, signal: AbortSignal): Promise<Response> {
    return this.#get(viewPath(file), { signal });
  }

  /** Size of a file in bytes; null where there is none. */
  async sizeOf(file: ComfyFile, signal?: AbortSignal): Promise<number | null> {
    try {
      const response = await this.#call(viewPath(file), { method: 'HEAD' }, signal ? { signal } : {});
      const length = response.headers.get('content-length');
      return length === null ? null : Number(length);
    } catch (error) {
      if (error instanceof ComfyRefusal) return null;
      throw error;
    }
  }

  /** A kept connection may have died with an earlier life of the server: reading twice does no harm. */
  async #get(path: string, options: CallOptions): Promise<Response> {
    try {
      return await this.#call(path, {}, options);
    } catch (error) {
      if (!(error instanceof ComfyUnreachable) || !error.mayHaveArrived || isTimeout(error.cause)) throw error;
      return this.#call(path, {}, options);
    }
  }

  async #call(path: string, init: RequestInit, options: CallOptions): Promise<Response> {
    const { signal, timeoutMs = ANSWER_MS } = options;
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(new DOMException('No answer in time', 'TimeoutError')), timeoutMs);
    let response: Response;
    try {
      response = await fetch(this.baseUrl + path, {
        ...init,
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
      });
    } catch (error) {
      signal?.throwIfAborted();
      throw new ComfyUnreachable(error, !NEVER_CONNECTED.has(codeOf(error)));
    } finally {
      clearTimeout(timer);
    }
    if (response.ok) return response;
    const body = await readBody(response, signal);
    throw new ComfyRefusal(path.split('?')[0] ?? path, response.status, body.slice(0, ERROR_BODY_CHARS));
  }
}

function jsonPost(body: string): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body };
}

async function readBody(response: Response, signal: AbortSignal | undefined): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    signal?.throwIfAborted();
    throw new ComfyUnreachable(error, true);
  }
}

function viewPath({ filename, subfolder, folder }: ComfyFile): string {
  return `/view?${new URLSearchParams({ filename, subfolder, type: folder }).toString()}`;
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

/** fetch hides what went wrong one level down, and one more where several addresses were tried. */
function codeOf(error: unknown): string {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const inner: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
  return inner instanceof Error && 'code' in inner ? String(inner.code) : '';
}
