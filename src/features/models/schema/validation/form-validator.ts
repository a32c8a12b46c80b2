import { LosslessNumber, stringifyJson, type JsonValue } from '@contract/json/lossless';
import { sleepUntil } from '@/lib/sleep-until';
import { startWorker } from '@/lib/worker-factory';
import type { BodyCheckReply, BodyCheckRequest } from '@/features/models/schema/validation/body-check-protocol';
// oxlint-disable-next-line import/default -- Vite makes the module of this address
import bodyCheckWorkerUrl from '@/features/models/schema/validation/body-check-worker?worker&url';
import type { Body } from '../body';
import type { FormError } from '../form-error';

/** Debounce time: nothing is validated while the user is still typing. */
const QUIET_MS = 120;
const CHECK_LIMIT_MS = 100;
/** Parsing a document takes longer than validating a body, and happens once; one more second per megabyte. */
const PREPARE_LIMIT_MS = 4000;
const PREPARE_CHARS_PER_MS = 1000;
/** Extent after each consecutive hang: a busy machine gets a second attempt, a pattern does not get a third. */
const EXTENTS = ['full', 'full', 'without-patterns', 'off'] as const;
/** A timer that is later than this shows that the page was busy: the limit restarts, so that a late response counts. */
const GRACE_MS = 50;
/** If a document takes longer to read, validation is left to the service, which validates every body anyway. */
const WAIT_LIMIT_MS = 2000;

export interface Validation {
  readonly faults: readonly FormError[];
  /** `without-patterns`: patterns took too long and are left to the service. `off`: the browser validates nothing. */
  readonly extent: 'full' | 'without-patterns' | 'off';
  /** The validated value; shows whether the result still applies to the value on screen. */
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
 * Validates bodies in a worker while the user types. Only the latest body counts. If a schema makes the worker hang, it
 * is retried, then without patterns, and then not at all; the page never waits.
 */
export class FormValidator {
  private phase: Phase = { kind: 'stopped' };
  private hangs = 0;
  private waiting: Body | null = null;
  /** Resolves with the validation of the last body; `null` if it is validated. */
  private pending: { result: Promise<void>; end: () => void } | null = null;
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
    this.pending ??= openPromise();
    clearTimeout(this.quiet);
    this.quiet = setTimeout(() => this.advance(), QUIET_MS);
  }

  /** Resolves when the last body is validated, or after a timeout. */
  async settled(): Promise<void> {
    if (this.pending) await sleepUntil(Date.now() + WAIT_LIMIT_MS, this.pending.result);
  }

  dispose(): void {
    clearTimeout(this.quiet);
    this.waiting = null;
    this.stop();
    this.endWait();
  }

  private report(validation: Validation): void {
    this.onValidation(validation);
    this.endWait();
  }

  private endWait(): void {
    this.pending?.end();
    this.pending = null;
  }

  private advance(): void {
    const body = this.waiting;
    if (!body) return;
    if (this.extent === 'off') {
      this.waiting = null;
      this.report({ faults: [], extent: 'off', body });
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
    // A body that arrived in the meantime takes precedence.
    if (phase.kind === 'checking' && reply.kind !== 'ready' && !this.waiting) {
      const faults = reply.kind === 'checked' ? reply.faults : [];
      this.report({ faults, extent: reply.kind === 'checked' ? this.extent : 'off', body: phase.body });
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

function openPromise(): { result: Promise<void>; end: () => void } {
  let end = () => {};
  const result = new Promise<void>((resolve) => (end = resolve));
  return { result, end };
}

/** Longer texts are base64 files; only their beginning is sent to the worker on each keystroke. */
const MAX_TEXT = 200_000;

/** Returns the text of a body with its longest texts truncated. Length limits beyond that are left to the service. */
function checkableText(value: JsonValue): string {
  return stringifyJson(shortened(value));
}

function shortened(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.length > MAX_TEXT ? value.slice(0, MAX_TEXT) : value;
  if (Array.isArray(value)) return value.map(shortened);
  if (typeof value !== 'object' || value === null || value instanceof LosslessNumber) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shortened(item)]));
}
