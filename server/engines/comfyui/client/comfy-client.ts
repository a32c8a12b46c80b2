import { ComfyTooLarge, readBeginning, readLimited, readLimitedBytes } from './limited-body';
import { parsePythonJson } from './python-json';

/**
 * HTTP client of a ComfyUI server. Every call has a time and a size limit for the whole response and follows no redirects. It
 * fails with `ComfyUnreachable` (no response), `ComfyRejection` (a non-success status) or `ComfyTooLarge`.
 */

/** There was no response. */
export class ComfyUnreachable extends Error {
  /** `false`: the request never arrived. `true`: it may have been executed. */
  readonly mayHaveArrived: boolean;
  constructor(cause: unknown, mayHaveArrived: boolean) {
    super('ComfyUI did not respond', { cause });
    this.name = 'ComfyUnreachable';
    this.mayHaveArrived = mayHaveArrived;
  }
}

export class ComfyRejection extends Error {
  readonly status: number;
  /** Body, at most the first 64 kB. */
  readonly body: string;
  constructor(path: string, status: number, body: string) {
    super(`ComfyUI responded with ${status} to ${path}`);
    this.name = 'ComfyRejection';
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
  /** Time limit for headers and body together. */
  timeoutMs?: number;
  maxBytes?: number;
}

const ANSWER_MS = 20_000;
/** Long, since validating a prompt loads file lists and runs code of custom nodes. */
const SUBMIT_MS = 120_000;
const UPLOAD_MS = 600_000;
const ERROR_BODY_BYTES = 65_536;
/** The definitions of all classes take 3 MB, and a queue contains the workflow of each prompt. */
const MAX_BYTES = 64 * 1024 ** 2;

/** Errors before any byte is sent: connection refused or host not resolved. */
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
  readonly #traceparent: string | null;

  /** @param traceparent W3C trace context of all its requests; `null`: none */
  constructor(baseUrl: string, traceparent: string | null = null) {
    this.baseUrl = baseUrl.replace(/(?<!\/)\/+$/, '');
    this.#traceparent = traceparent;
  }

  /** Returns a client of the same server for the requests of one trace. */
  inTrace(traceparent: string | null): ComfyClient {
    return new ComfyClient(this.baseUrl, traceparent);
  }

  /** @throws ComfyUnreachable, ComfyRejection, ComfyTooLarge, or the reason of `signal`. */
  async getJson(path: string, options: CallOptions = {}): Promise<unknown> {
    return parsePythonJson(await this.getText(path, options));
  }

  async getText(path: string, options: CallOptions = {}): Promise<string> {
    return this.#twice(() => this.#read(path, {}, options));
  }

  /** Reads a file of the server, at most `maxBytes`. */
  async getFile(
    path: string,
    { maxBytes = MAX_BYTES, ...options }: CallOptions = {},
  ): Promise<Uint8Array<ArrayBuffer>> {
    const take = (response: Response, signal: AbortSignal) => readLimitedBytes(response, { path, maxBytes, signal });
    return this.#twice(() => this.#call(path, {}, options, take));
  }

  async postJson(path: string, body: unknown, options: CallOptions = {}): Promise<void> {
    await this.#read(path, jsonPost(JSON.stringify(body)), options);
  }

  /** Sends `POST /prompt` with a body built as text, so that numbers keep all digits. */
  async submit(bodyText: string, signal?: AbortSignal): Promise<unknown> {
    const options: CallOptions = { timeoutMs: SUBMIT_MS, ...(signal ? { signal } : {}) };
    return parsePythonJson(await this.#read('/prompt', jsonPost(bodyText), options));
  }

  async uploadInput(file: Blob, name: string, subfolder: string, signal: AbortSignal): Promise<unknown> {
    const form = new FormData();
    form.append('image', file, name);
    form.append('type', 'input');
    form.append('subfolder', subfolder);
    form.append('overwrite', 'true');
    const options: CallOptions = { signal, timeoutMs: UPLOAD_MS };
    return JSON.parse(await this.#read('/upload/image', { method: 'POST', body: form }, options));
  }

  /** Streams a file; the limits apply to the response headers only. @throws ComfyRejection with 404 */
  async view(file: ComfyFile, signal: AbortSignal): Promise<Response> {
    const path = viewPath(file);
    return this.#twice(() => this.#call(path, {}, { signal }, (response) => Promise.resolve(response)));
  }

  /** Returns the size of a file in bytes; `null` if it does not exist. */
  async sizeOf(file: ComfyFile, signal?: AbortSignal): Promise<number | null> {
    try {
      const lengthOf = (response: Response) => Promise.resolve(response.headers.get('content-length'));
      const length = await this.#call(viewPath(file), { method: 'HEAD' }, signal ? { signal } : {}, lengthOf);
      return length === null ? null : Number(length);
    } catch (error) {
      if (error instanceof ComfyRejection) return null;
      throw error;
    }
  }

  /** Retries once: a pooled connection may have died with a previous server process, and repeating a read is safe. */
  async #twice<T>(read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof ComfyUnreachable) || !error.mayHaveArrived || isTimeout(error.cause)) throw error;
      return read();
    }
  }

  #read(path: string, init: RequestInit, options: CallOptions): Promise<string> {
    const { maxBytes = MAX_BYTES } = options;
    return this.#call(path, init, options, (response, signal) => readLimited(response, { path, maxBytes, signal }));
  }

  /** @param take reads a successful response, within the time limit */
  async #call<T>(
    path: string,
    init: RequestInit,
    { signal, timeoutMs = ANSWER_MS }: CallOptions,
    take: (response: Response, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(new DOMException('No response in time', 'TimeoutError')), timeoutMs);
    const either = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal;
    try {
      // Bodies that are read later, such as files, end only with the caller's signal.
      const headers = new Headers(init.headers);
      if (this.#traceparent !== null) headers.set('traceparent', this.#traceparent);
      const response = await fetch(this.baseUrl + path, { ...init, headers, redirect: 'error', signal: either });
      if (response.ok) return await take(response, either);
      const body = await readBeginning(response, { path, maxBytes: ERROR_BODY_BYTES, signal: either });
      throw new ComfyRejection(path.split('?')[0] ?? path, response.status, body);
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof ComfyRejection || error instanceof ComfyTooLarge) throw error;
      throw new ComfyUnreachable(error, !NEVER_CONNECTED.has(codeOf(error)));
    } finally {
      clearTimeout(timer);
    }
  }
}

function jsonPost(body: string): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body };
}

function viewPath({ filename, subfolder, folder }: ComfyFile): string {
  return `/view?${new URLSearchParams({ filename, subfolder, type: folder }).toString()}`;
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

/** fetch nests the reason in `cause`, and one level deeper if several IP addresses were tried. */
function codeOf(error: unknown): string {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const inner: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
  return inner instanceof Error && 'code' in inner ? String(inner.code) : '';
}
