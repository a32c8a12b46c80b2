import type { GraphNode } from '@contract/workflow/graph';
import type { Clock } from '../../../clock';
import type { EngineEvent, RunRequest } from '../../engine';
import { ComfyUnreachable, type ComfyClient } from '../client/comfy-client';
import { ComfySocket } from '../client/comfy-socket';
import type { ComfyFrame } from '../client/frames';
import { NodeTracker } from './node-tracker';
import type { OutputCollector } from '../outputs/output-collector';
import { reportedOutputs } from '../outputs/reported-outputs';

interface ListenerParts {
  client: ComfyClient;
  clock: Clock;
  request: RunRequest;
  collector: OutputCollector;
  report: (event: EngineEvent) => void;
  /** ComfyUI runs the prompt. Called often. */
  onStart: () => void;
}

/** Node class that sends its images only as frames and saves nothing. */
const FRAME_OUTPUT_CLASS = 'SaveImageWebsocket';

/** Live part of a run: receives the frames of its prompt, reports events, and tracks which outputs it may have missed. */
export class RunListener {
  readonly tracker: NodeTracker;
  readonly #parts: ListenerParts;
  #socket: ComfySocket | null = null;
  #wake: () => void = () => {};
  readonly #onAbort = () => this.#wake();
  #heardAt = 0;
  #hasStarted = false;
  #hasGap = false;
  #hasLost = false;
  #sawSuccess = false;
  /** The last frame of the run: frames arrive in order. */
  #heardEnd = false;
  /** For nodes that send outputs as frames: number received and number announced. */
  readonly #images = new Map<string, { heard: number; reported: number }>();

  constructor(parts: ListenerParts) {
    this.#parts = parts;
    this.tracker = new NodeTracker(parts.request.graph, parts.report);
  }

  get isOpen(): boolean {
    return this.#socket !== null;
  }

  /** The connection was lost since `forgetLosses`, so ComfyUI may have been restarted. */
  get hasLostSocket(): boolean {
    return this.#hasLost;
  }

  /** The run succeeded, and every output was reported. */
  get heardAll(): boolean {
    return this.#sawSuccess && !this.#hasGap;
  }

  /** Nodes whose images were missed while disconnected: ComfyUI stores no copy. */
  missedImages(): string[] {
    if (!this.#hasGap) return [];
    return this.#senders().flatMap(({ id }) => {
      const { heard, reported } = this.#images.get(id) ?? { heard: 0, reported: 1 };
      return heard < reported ? [id] : [];
    });
  }

  /**
   * The history can contain the end before the last frames arrive. Resolves when they have, or after `quietMs` without a frame;
   * then some count as missed.
   */
  async untilLastImage(quietMs: number, signal: AbortSignal): Promise<void> {
    if (this.#heardEnd || this.#hasGap || this.#senders().length === 0) return;
    signal.throwIfAborted();
    if (this.#socket) await this.untilNews(quietMs, signal);
    signal.throwIfAborted();
    if (!this.#heardEnd) this.#hasGap = true;
  }

  noteGap(): void {
    this.#hasGap = true;
  }

  noteLoss(): void {
    this.#hasLost = true;
  }

  forgetLosses(): void {
    this.#hasLost = false;
  }

  /** @throws ComfyUnreachable */
  async open(): Promise<void> {
    if (this.#socket) return;
    const { client, clock, request } = this.#parts;
    try {
      this.#socket = await ComfySocket.open({
        baseUrl: client.baseUrl,
        promptId: request.jobId,
        clock,
        onFrame: (frame) => this.#hear(frame),
        onLost: () => this.#lose(),
      });
    } catch (error) {
      throw new ComfyUnreachable(error, true);
    }
  }

  close(): void {
    this.#socket?.close();
    this.#socket = null;
  }

  /** Resolves when the run has finished, the socket is lost, nothing was received for `quietMs`, or the signal aborts. */
  async untilNews(quietMs: number, signal: AbortSignal): Promise<void> {
    const { clock } = this.#parts;
    const timer = { stop: () => {} };
    this.#heardAt = clock.now();
    await new Promise<void>((resolve) => {
      const look = () => {
        const quiet = clock.now() - this.#heardAt;
        if (quiet >= quietMs) resolve();
        else timer.stop = clock.after(quietMs - quiet, look);
      };
      this.#wake = resolve;
      signal.addEventListener('abort', this.#onAbort, { once: true });
      look();
    });
    timer.stop();
    signal.removeEventListener('abort', this.#onAbort);
    this.#wake = () => {};
  }

  #hear(frame: ComfyFrame): void {
    const { request, collector, report, clock } = this.#parts;
    this.#heardAt = clock.now();
    switch (frame.kind) {
      case 'states':
        for (const { id, max } of frame.nodes) this.#imagesOf(id).reported = max;
        this.#start();
        this.tracker.apply(frame);
        return;
      case 'start':
      case 'cached':
      case 'step':
        this.#start();
        this.tracker.apply(frame);
        return;
      case 'executing':
        this.tracker.apply(frame);
        if (frame.nodeId !== null) return;
        this.#heardEnd = true;
        this.#wake();
        return;
      case 'executed': {
        const shown = request.graph.has(frame.nodeId) ? frame.nodeId : frame.displayId;
        collector.add(reportedOutputs({ nodeId: shown, ranAs: frame.nodeId }, frame.output));
        return;
      }
      case 'preview':
        this.#hearImage(frame);
        return;
      case 'text':
        report({ kind: 'log', level: 'info', message: `Node ${frame.nodeId}: ${frame.text}` });
        return;
      case 'success':
        this.#sawSuccess = true;
        this.#heardEnd = true;
        return;
      case 'error':
      case 'interrupted':
        // Read from the history, which has all details.
        return;
    }
  }

  #hearImage({ nodeId, contentType, data }: Extract<ComfyFrame, { kind: 'preview' }>): void {
    const { request, collector, report } = this.#parts;
    const id = nodeId ?? this.tracker.current;
    if (id === null) return;
    if (request.graph.get(id)?.classType === FRAME_OUTPUT_CLASS) {
      this.#imagesOf(id).heard += 1;
      collector.addBytes(id, contentType, data);
    } else report({ kind: 'preview', nodeId: id, contentType, data });
  }

  #senders(): GraphNode[] {
    return [...this.#parts.request.graph.values()].filter(({ classType }) => classType === FRAME_OUTPUT_CLASS);
  }

  #imagesOf(nodeId: string): { heard: number; reported: number } {
    const known = this.#images.get(nodeId) ?? { heard: 0, reported: 1 };
    this.#images.set(nodeId, known);
    return known;
  }

  #start(): void {
    this.#hasStarted = true;
    this.#parts.onStart();
  }

  #lose(): void {
    this.#socket = null;
    this.#hasLost = true;
    if (this.#hasStarted && !this.#sawSuccess) this.#hasGap = true;
    this.#wake();
  }
}
