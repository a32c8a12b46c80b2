import type { GraphNode } from '@contract/workflow/graph';
import type { Clock } from '../../clock';
import type { EngineEvent, RunRequest } from '../engine';
import { ComfyUnreachable, type ComfyClient } from './comfy-client';
import { ComfySocket } from './comfy-socket';
import type { ComfyFrame } from './frames';
import { NodeTracker } from './node-tracker';
import type { OutputCollector } from './output-collector';
import { reportedOutputs } from './reported-outputs';

interface ListenerParts {
  client: ComfyClient;
  clock: Clock;
  request: RunRequest;
  collector: OutputCollector;
  report: (event: EngineEvent) => void;
  /** ComfyUI runs it. Called often. */
  onStart: () => void;
}

/** Sends its pictures as frames only, and saves nothing. */
const FRAME_OUTPUT_CLASS = 'SaveImageWebsocket';

/** The live side of a run: hears the frames of its prompt, tells what they mean, and knows what it may have missed. */
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
  /** Frames come in order: there is none behind this one. */
  #heardEnd = false;
  /** Of nodes that send their outputs as frames: how many came, and how many there are. */
  readonly #pictures = new Map<string, { heard: number; told: number }>();

  constructor(parts: ListenerParts) {
    this.#parts = parts;
    this.tracker = new NodeTracker(parts.request.graph, parts.report);
  }

  get isOpen(): boolean {
    return this.#socket !== null;
  }

  /** The connection broke since `forgetLosses`: ComfyUI may have been restarted. */
  get hasLostSocket(): boolean {
    return this.#hasLost;
  }

  /** The run succeeded, and every output of it was told. */
  get heardAll(): boolean {
    return this.#sawSuccess && !this.#hasGap;
  }

  /** Nodes whose pictures went by while nobody listened: ComfyUI keeps no copy. */
  missedPictures(): string[] {
    if (!this.#hasGap) return [];
    return this.#senders().flatMap(({ id }) => {
      const { heard, told } = this.#pictures.get(id) ?? { heard: 0, told: 1 };
      return heard < told ? [id] : [];
    });
  }

  /**
   * The history can tell the end before the last frames are here. Resolves when they are, or when none came for
   * `quietMs`; then some count as missed.
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

  /** Resolves when the run has ended, the socket is lost, nothing was heard for `quietMs`, or the signal aborts. */
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
        for (const { id, max } of frame.nodes) this.#picturesOf(id).told = max;
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
        this.#hearPicture(frame);
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
        // The history tells it, with all that belongs to it.
        return;
    }
  }

  #hearPicture({ nodeId, contentType, data }: Extract<ComfyFrame, { kind: 'preview' }>): void {
    const { request, collector, report } = this.#parts;
    const id = nodeId ?? this.tracker.current;
    if (id === null) return;
    if (request.graph.get(id)?.classType === FRAME_OUTPUT_CLASS) {
      this.#picturesOf(id).heard += 1;
      collector.addBytes(id, contentType, data);
    } else report({ kind: 'preview', nodeId: id, contentType, data });
  }

  #senders(): GraphNode[] {
    return [...this.#parts.request.graph.values()].filter(({ classType }) => classType === FRAME_OUTPUT_CLASS);
  }

  #picturesOf(nodeId: string): { heard: number; told: number } {
    const known = this.#pictures.get(nodeId) ?? { heard: 0, told: 1 };
    this.#pictures.set(nodeId, known);
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
