import { startWorker } from '@/lib/trusted-worker';
import type { BodyCheckReply, BodyCheckRequest } from '@/workers/body-check-messages';
// oxlint-disable-next-line import/default -- Vite makes the module of this address
import bodyCheckWorkerUrl from '@/workers/body-check-worker?worker&url';
import type { Body } from '../body';
import type { FormFault } from '../form-error';
import { checkableText } from './checkable-text';

/** Typing goes on within this time, so nothing is checked yet. */
const QUIET_MS = 120;
const CHECK_LIMIT_MS = 100;
/** Reading a document takes longer than judging a body, and happens once; a second more for each megabyte. */
const PREPARE_LIMIT_MS = 4000;
const PREPARE_CHARS_PER_MS = 1000;
/** What is tried after so many hangs in a row: a busy machine gets a second chance, a pattern does not get a third. */
const EXTENTS = ['full', 'full', 'without-patterns', 'off'] as const;
/** A busy page hears of both the answer and the timer late; it hears the answer in the next round. */
const GRACE_MS = 50;

export interface Validation {
  readonly faults: readonly FormFault[];
  /** `without-patterns`: patterns took too long and are left to the service. `off`: nothing is checked here. */
  readonly extent: 'full' | 'without-patterns' | 'off';
  /** The value that was judged, to tell whether it is still the one on screen. */
  readonly body: Body;
}

export interface FormValidatorOptions {
  readonly start?: () => Worker;
}

type Phase =
  | { kind: 'stopped' }
  | { kind: 'preparing'; worker: Worker }
  | { kind: 'idle'; worker: Worker }
  | { kind: 'checking'; worker: Worker; id: number; body: Body };

/**
 * Judges bodies in a worker while the person types. Only the latest body counts. A schema that makes the worker hang is
 * tried again, then without its patterns, and then no more; the page never waits.
 */
export class FormValidator {
  private phase: Phase = { kind: 'stopped' };
  private hangs = 0;
  private waiting: Body | null = null;
  private quiet: ReturnType<typeof setTimeout> | undefined;
  private limit: ReturnType<typeof setTimeout> | undefined;
  private lastId = 0;
  private readonly documentText: string;
  private readonly onValidation: (validation: Validation) => void;
  private readonly start: () => Worker;

  constructor(
    documentText: string,
    onValidation: (validation: Validation) => void,
    { start = () => startWorker(bodyCheckWorkerUrl) }: FormValidatorOptions = {},
  ) {
    this.documentText = documentText;
    this.onValidation = onValidation;
    this.start = start;
  }

  private get extent(): Validation['extent'] {
    return EXTENTS[this.hangs] ?? 'off';
  }

  check(body: Body): void {
    this.waiting = body;
    clearTimeout(this.quiet);
    this.quiet = setTimeout(() => this.advance(), QUIET_MS);
  }

  dispose(): void {
    clearTimeout(this.quiet);
    this.waiting = null;
    this.stop();
  }

  private advance(): void {
    const body = this.waiting;
    if (!body) return;
    if (this.extent === 'off') {
      this.waiting = null;
      this.onValidation({ faults: [], extent: 'off', body });
    } else if (this.phase.kind === 'stopped') {
      this.prepare();
    } else if (this.phase.kind === 'idle') {
      const { worker } = this.phase;
      this.waiting = null;
      this.lastId += 1;
      this.phase = { kind: 'checking', worker, id: this.lastId, body };
      this.send(worker, { kind: 'check', id: this.lastId, body: checkableText(body.value) });
      this.setLimit(CHECK_LIMIT_MS);
    }
  }

  private prepare(): void {
    const worker = this.start();
    this.phase = { kind: 'preparing', worker };
    worker.addEventListener('message', ({ data }: MessageEvent<BodyCheckReply>) => {
      if (this.phase.kind !== 'stopped' && this.phase.worker === worker) this.hear(data, worker);
    });
    worker.addEventListener('error', () => this.startOver(EXTENTS.length));
    this.send(worker, { kind: 'prepare', document: this.documentText, patterns: this.extent === 'full' });
    this.setLimit(PREPARE_LIMIT_MS + Math.floor(this.documentText.length / PREPARE_CHARS_PER_MS));
  }

  private hear(reply: BodyCheckReply, worker: Worker): void {
    const phase = this.phase;
    clearTimeout(this.limit);
    if (reply.kind === 'failed' && phase.kind === 'preparing') {
      this.startOver(EXTENTS.length);
      return;
    }
    this.phase = { kind: 'idle', worker };
    if (reply.kind === 'checked') this.hangs = EXTENTS.indexOf(this.extent);
    // A body that came in the meantime is the one that counts.
    if (phase.kind === 'checking' && reply.kind !== 'ready' && !this.waiting) {
      const faults = reply.kind === 'checked' ? reply.faults : [];
      this.onValidation({ faults, extent: reply.kind === 'checked' ? this.extent : 'off', body: phase.body });
    }
    this.advance();
  }

  private setLimit(limitMs: number): void {
    const dueAt = performance.now() + limitMs;
    clearTimeout(this.limit);
    this.limit = setTimeout(() => {
      if (performance.now() - dueAt > GRACE_MS) this.setLimit(limitMs);
      else this.startOver(this.phase.kind === 'preparing' ? EXTENTS.length : this.hangs + 1);
    }, limitMs);
  }

  private startOver(hangs: number): void {
    if (this.phase.kind === 'checking') this.waiting ??= this.phase.body;
    this.stop();
    this.hangs = hangs;
    this.advance();
  }

  private stop(): void {
    clearTimeout(this.limit);
    if (this.phase.kind !== 'stopped') this.phase.worker.terminate();
    this.phase = { kind: 'stopped' };
  }

  private send(worker: Worker, request: BodyCheckRequest): void {
    worker.postMessage(request);
  }
}
