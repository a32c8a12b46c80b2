import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { WebSocketServer, type WebSocket } from 'ws';
import { readMultipartFile, readText } from './double-bodies';
import { graphKey, json, queueItem, systemStats, type Answer, type Prompt } from './double-responses';
import { DoubleLibrary } from './double-library';
import { frameMessage, INTERRUPTED, interruptedHistory, withPromptId } from './double-frames';
import { recordedText, type RecordedFrame, type Recording } from './recordings';

export interface Submission {
  promptId: string;
  body: string;
}

/** Fault of the next request to a path: see `failNext`. */
export type Fault = 'cut-before' | 'cut-after' | 'error-500';

/**
 * Test double of a ComfyUI server with real HTTP and a real WebSocket. It replays recordings of a real server to the client
 * of each prompt. It can be held, stopped, restarted with empty state, and made to fail. The graph of a prompt selects the
 * recording.
 */
export class ComfyuiDouble {
  readonly submissions: Submission[] = [];
  /** Ids of started prompts, one entry per run. */
  readonly executions: string[] = [];
  readonly requests: string[] = [];
  /** `traceparent` of each of the requests; `null` if there was none. */
  readonly traces: (string | null)[] = [];
  /** Ids of finished prompts that were read from the history. */
  readonly endsTold = new Set<string>();
  /** Uploaded files by name. */
  readonly inputs = new Map<string, Buffer>();
  readonly library = new DoubleLibrary();
  version = '0.3.64';
  /** Time from the frames of a run to its end. */
  runMs = 0;
  /** Cuts all requests and sockets; prompts continue. */
  isMute = false;
  /** Responds with 500 to all requests; prompts continue. */
  isBroken = false;
  /** Delayed frames, while prompts continue; `null` to send frames at once. */
  #kept: (() => void)[] | null = null;
  #recordings = new Map<string, Recording>();
  #objectInfo = recordedText('object-info');
  #server: Server | null = null;
  #port = 0;
  #connections = new Set<Socket>();
  #sockets = new Map<string, { socket: WebSocket; flags: Record<string, unknown> }>();
  /** Accepts prompts but leaves them in the queue, as after an exception in the only worker thread. */
  isWorkerDead = false;
  #pending: Prompt[] = [];
  #running: Prompt | null = null;
  #history = new Map<string, unknown>();
  #files = new Map<string, { contentType: string; bytes: Buffer }>();
  #faults: { path: string; fault: Fault }[] = [];
  #number = 0;
  #life = 0;
  /** Resolves when a hanging server continues; `null` if it does not hang. */
  #hang: Promise<void> | null = null;
  #wake: () => void = () => {};
  #isBusy = false;
  /** Selects the frame before which runs are held; `null` for none. */
  #hold: ((frame: RecordedFrame) => boolean) | null = null;
  #release: () => void = () => {};
  #isHeld = false;
  #watchers = new Set<() => void>();

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get isOpen(): boolean {
    return this.#server !== null;
  }

  plays(...recordings: Recording[]): void {
    for (const recording of recordings) this.#recordings.set(graphKey(recording.graph), recording);
  }

  describes(objectInfo: string): void {
    this.#objectInfo = objectInfo;
  }

  /** Starts to listen, always on the same port. */
  async start(): Promise<void> {
    const server = createServer((request, response) => void this.#response(request, response));
    const sockets = new WebSocketServer({ server, path: '/ws' });
    sockets.on('connection', (socket, request) => this.#greet(socket, request));
    server.on('connection', (socket) => {
      this.#connections.add(socket);
      socket.on('close', () => this.#connections.delete(socket));
    });
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
    this.#work();
  }

  /** Simulates a crash: connections are cut without notice, and queue, history and temporary files are lost. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    this.#life += 1;
    this.#pending = [];
    this.#running = null;
    this.#isBusy = false;
    this.#history.clear();
    for (const name of this.#files.keys()) if (name.startsWith('temp/')) this.#files.delete(name);
    this.#sockets.clear();
    this.#release();
    const closed = new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
    for (const socket of this.#connections) socket.destroy();
    await closed;
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** Drops the sockets like a network failure; the server continues. */
  dropSockets(): void {
    for (const { socket } of this.#sockets.values()) socket.terminate();
    this.#sockets.clear();
  }

  /** Holds runs before the first frame of this type (`binary` for images). */
  holdBefore(type: string): void {
    this.#hold = (frame) => ('json' in frame ? frame.json.type === type : type === 'binary');
  }

  release(): void {
    this.#hold = null;
    this.#release();
  }

  /** Delays frames, like a busy server that responds to requests before it sends earlier frames. */
  keepFrames(): void {
    this.#kept = [];
  }

  sendKept(): void {
    const kept = this.#kept ?? [];
    this.#kept = null;
    for (const send of kept) send();
  }

  failNext(path: string, fault: Fault): void {
    this.#faults.push({ path, fault });
  }

  forgetHistory(): void {
    this.#history.clear();
  }

  /** Accepts connections and requests without responding, and pauses prompts, as with SIGSTOP. */
  hang(): void {
    this.#hang = new Promise((resolve) => (this.#wake = resolve));
  }

  wake(): void {
    this.#hang = null;
    this.#wake();
  }

  removeFile(name: string): void {
    this.#files.delete(name);
  }

  /** Queues a prompt of another client ahead of later ones. */
  queueForeign(recording: Recording, id: string): void {
    this.#enqueue(recording, id);
  }

  removePending(id: string): void {
    this.#pending = this.#pending.filter((prompt) => prompt.id !== id);
    this.#tell();
  }

  interruptFromOutside(): void {
    if (this.#running) this.#running.isInterrupted = true;
    this.#release();
  }

  /** Resolves when the condition holds; checked after every event of the double. */
  async until(condition: (double: ComfyuiDouble) => boolean): Promise<void> {
    while (!condition(this)) {
      await new Promise<void>((resolve) => {
        const watcher = () => {
          this.#watchers.delete(watcher);
          resolve();
        };
        this.#watchers.add(watcher);
      });
    }
  }

  isRunning(id: string): boolean {
    return this.#running?.id === id;
  }

  /** Returns true if the run is held by `holdBefore`. */
  isHeld(id: string): boolean {
    return this.#isHeld && this.isRunning(id);
  }

  isPending(id: string): boolean {
    return this.#pending.some((prompt) => prompt.id === id);
  }

  hasClient(id: string): boolean {
    return this.#sockets.has(id);
  }

  flagsOf(id: string): Record<string, unknown> {
    return this.#sockets.get(id)?.flags ?? {};
  }

  #tell(): void {
    for (const watcher of this.#watchers) watcher();
  }

  #greet(socket: WebSocket, request: IncomingMessage): void {
    if (this.isMute) {
      socket.terminate();
      return;
    }
    const id = new URL(request.url ?? '/', this.url).searchParams.get('clientId') ?? '';
    const client = { socket, flags: {} as Record<string, unknown> };
    this.#sockets.set(id, client);
    socket.send(JSON.stringify({ type: 'status', data: { status: { exec_info: { queue_remaining: 0 } }, sid: id } }));
    socket.on('message', (data) => {
      const message = JSON.parse((data as Buffer).toString()) as { type: string; data: Record<string, unknown> };
      if (message.type === 'feature_flags') client.flags = message.data;
      this.#tell();
    });
    socket.on('close', () => {
      if (this.#sockets.get(id) === client) this.#sockets.delete(id);
      this.#tell();
    });
    this.#tell();
  }

  async #response(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url);
    const route = `${request.method} ${url.pathname}`;
    this.requests.push(`${request.method} ${request.url}`);
    const { traceparent } = request.headers;
    this.traces.push(typeof traceparent === 'string' ? traceparent : null);
    await this.#hang;
    const index = this.#faults.findIndex(({ path }) => path === url.pathname);
    if (this.isMute) {
      request.socket.destroy();
      return;
    }
    const fault = index === -1 ? null : this.#faults.splice(index, 1)[0]?.fault;
    if (fault === 'cut-before') {
      request.socket.destroy();
    } else if (fault === 'error-500' || this.isBroken) {
      response.writeHead(500).end('500 Internal Server Error');
    } else {
      const answer = await this.#handle(route, url, request);
      if (fault === 'cut-after') request.socket.destroy();
      else response.writeHead(answer.status, answer.headers).end(request.method === 'HEAD' ? undefined : answer.body);
    }
    this.#tell();
  }

  async #handle(route: string, url: URL, request: IncomingMessage): Promise<Answer> {
    switch (route) {
      case 'GET /system_stats':
        return json(systemStats(this.version));
      case 'GET /object_info':
        return { status: 200, headers: { 'content-type': 'application/json' }, body: this.#objectInfo };
      case 'GET /queue':
        return json({
          queue_running: this.#running ? [queueItem(this.#running)] : [],
          queue_pending: this.#pending.map(queueItem),
        });
      case 'GET /prompt':
        return json({ exec_info: { queue_remaining: this.#pending.length + (this.#running ? 1 : 0) } });
      case 'POST /queue':
        for (const id of (JSON.parse(await readText(request)) as { delete: string[] }).delete) this.removePending(id);
        return json({});
      case 'POST /interrupt': {
        const { prompt_id: id } = JSON.parse(await readText(request)) as { prompt_id: string };
        if (this.#running?.id === id) this.interruptFromOutside();
        return json({});
      }
      case 'POST /prompt':
        return this.#submit(await readText(request));
      case 'POST /upload/image': {
        const { name, bytes } = await readMultipartFile(request);
        this.inputs.set(name, bytes);
        this.#files.set(`input/flowdeck/${name}`, { contentType: 'image/png', bytes });
        return json({ name, subfolder: 'flowdeck', type: 'input' });
      }
      case 'GET /view':
      case 'HEAD /view':
        return this.#view(url);
      default:
        return url.pathname.startsWith('/history/') ? this.#past(url) : this.library.answer(url.pathname);
    }
  }

  #past(url: URL): Answer {
    const id = url.pathname.slice('/history/'.length);
    if (this.#history.has(id)) this.endsTold.add(id);
    return json(this.#history.has(id) ? { [id]: this.#history.get(id) } : {});
  }

  #view({ searchParams: query }: URL): Answer {
    const file = this.#files.get(`${query.get('type')}/${query.get('subfolder')}/${query.get('filename')}`);
    if (!file) return { status: 404, headers: {}, body: '' };
    const headers = { 'content-type': file.contentType, 'content-length': String(file.bytes.byteLength) };
    return { status: 200, headers, body: file.bytes };
  }

  #submit(body: string): Answer {
    const { prompt, prompt_id: id } = JSON.parse(body) as { prompt: Record<string, unknown>; prompt_id: string };
    const found = this.#recordings.get(graphKey(prompt));
    if (!found) return json({ error: { type: 'no_recording', message: 'Nothing was recorded of this graph' } }, 400);
    this.submissions.push({ promptId: id, body });
    if (found.history) this.#enqueue(found, id);
    return json(withPromptId(found.answer.body, id), found.answer.status);
  }

  #enqueue(recording: Recording, id: string): void {
    this.#pending.push({ id, number: this.#number, recording, isInterrupted: false });
    this.#number += 1;
    queueMicrotask(() => this.#work());
  }

  #work(): void {
    if (this.#isBusy || !this.#server || this.isWorkerDead) return;
    const next = this.#pending.shift();
    if (!next) return;
    this.#isBusy = true;
    this.#running = next;
    void this.#workOn(next);
  }

  async #workOn(prompt: Prompt): Promise<void> {
    const life = this.#life;
    await this.#play(prompt, life);
    if (life !== this.#life) return;
    this.#running = null;
    this.#isBusy = false;
    this.#tell();
    this.#work();
  }

  async #play(prompt: Prompt, life: number): Promise<void> {
    const { recording, id } = prompt;
    // The client gets the response to its submission before the first frame.
    await new Promise((resolve) => setImmediate(resolve));
    const isOver = () => life !== this.#life || prompt.isInterrupted;
    const last = recording.frames.length - 1;
    for (const [index, frame] of recording.frames.entries()) {
      await this.#hang;
      if (isOver()) break;
      if (this.#hold?.(frame)) {
        this.#isHeld = true;
        this.#tell();
        await new Promise<void>((resolve) => {
          this.#release = resolve;
        });
        this.#isHeld = false;
        if (isOver()) break;
      }
      if ('json' in frame && frame.json.type === 'execution_start') this.executions.push(id);
      if (index < last) this.#send(id, frame);
      this.#tell();
    }
    if (this.runMs > 0) await setTimeout(this.runMs);
    if (life !== this.#life) return;
    const end = prompt.isInterrupted ? interruptedHistory(recording) : recording.history;
    if (prompt.isInterrupted) this.#send(id, { json: INTERRUPTED });
    for (const [name, { contentType, base64 }] of Object.entries(recording.files)) {
      this.#files.set(name, { contentType, bytes: Buffer.from(base64, 'base64') });
    }
    this.#running = null;
    this.#history.set(id, withPromptId(end, id));
    const closing = recording.frames[last];
    if (closing) this.#send(id, closing);
  }

  #send(id: string, frame: RecordedFrame): void {
    const client = this.#sockets.get(id);
    if (!client) return;
    const message = frameMessage(frame, id, client.flags['supports_preview_metadata'] === true);
    if (this.#kept) this.#kept.push(() => client.socket.send(message));
    else client.socket.send(message);
  }
}
