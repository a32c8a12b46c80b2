import { WebSocket } from 'ws';
import type { Clock } from '../../../clock';
import { readBinaryFrame, readJsonFrame, type ComfyFrame } from './frames';

const OPEN_MS = 10_000;
const PING_MS = 15_000;
/** Missed pongs that are tolerated: a computing node can hold Python's global lock for long. */
const SILENT_PINGS = 4;
const MAX_FRAME_BYTES = 256 * 1024 * 1024;

export interface ComfySocketOptions {
  baseUrl: string;
  promptId: string;
  clock: Clock;
  onFrame: (frame: ComfyFrame) => void;
  /** Called when an open connection is lost; not after `close`. */
  onLost: () => void;
}

/**
 * Connects to `/ws` with the client id of the submission, since ComfyUI sends most frames to that client only. Requests previews
 * that name their node.
 */
export class ComfySocket {
  readonly #options: ComfySocketOptions;
  readonly #socket: WebSocket;
  #silentPings = 0;
  #stopPings: () => void = () => {};
  #isQuiet = false;

  private constructor(options: ComfySocketOptions) {
    this.#options = options;
    const url = `${options.baseUrl.replace(/^http/, 'ws')}/ws?clientId=${encodeURIComponent(options.promptId)}`;
    this.#socket = new WebSocket(url, {
      handshakeTimeout: OPEN_MS,
      maxPayload: MAX_FRAME_BYTES,
      perMessageDeflate: false,
    });
    this.#socket.binaryType = 'arraybuffer';
    // By `binaryType`.
    this.#socket.on('message', (data, isBinary) => this.#hear(data as ArrayBuffer, isBinary));
    this.#socket.on('pong', () => {
      this.#silentPings = 0;
    });
  }

  /** Resolves when the connection is open. @throws the connection error. */
  static async open(options: ComfySocketOptions): Promise<ComfySocket> {
    const opened = new ComfySocket(options);
    const socket = opened.#socket;
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      // Never removed: an unhandled error event would end the process.
      socket.on('error', reject);
    });
    socket.on('close', () => opened.#lose());
    socket.send(JSON.stringify({ type: 'feature_flags', data: { supports_preview_metadata: true } }));
    opened.#ping();
    return opened;
  }

  close(): void {
    this.#isQuiet = true;
    this.#stopPings();
    this.#socket.close();
  }

  #hear(data: ArrayBuffer, isBinary: boolean): void {
    if (this.#isQuiet) return;
    this.#silentPings = 0;
    const { promptId, onFrame } = this.#options;
    const frame = isBinary
      ? readBinaryFrame(new Uint8Array(data), promptId)
      : readJsonFrame(new TextDecoder().decode(data), promptId);
    if (frame) onFrame(frame);
  }

  #lose(): void {
    this.#stopPings();
    if (!this.#isQuiet) this.#options.onLost();
  }

  #ping(): void {
    this.#stopPings = this.#options.clock.after(PING_MS, () => {
      if (this.#silentPings >= SILENT_PINGS) {
        this.#socket.terminate();
        return;
      }
      this.#silentPings += 1;
      this.#socket.ping();
      this.#ping();
    });
  }
}
