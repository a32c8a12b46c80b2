import type { FieldError } from '@contract/router/validation-error';
import type { AppDeps } from '../../../../deps';
import { SerialChild } from '../../../../child-process/serial-child';
import type { ValidateResponse, ValidateRequest, OfSchema } from './validate-protocol';

/** Validates the input of a call by the document of its model. */
export interface InputCheck {
  /** Returns the field errors. Also empty if validation takes too long: the provider decides. Never rejects. */
  faultsOf(model: string, document: string, body: Uint8Array): Promise<readonly FieldError[]>;
  close(): Promise<void>;
}

/** Longer bodies are validated in a second process, so that other calls do not wait for them. */
const SHORT_BYTES = 2 * 1024 ** 2;
/** Size of a 24 MiB image in base64. Longer bodies are forwarded without validation. */
const MAX_JUDGED_BYTES = 32 * 1024 ** 2;
const JUDGE_MS = 500;
/** Many small numbers take 0.25 s per MB on an idle machine. */
const JUDGE_BYTES_PER_MS = 2000;
const LEARN_MS = 4000;
const LEARN_CHARS_PER_MS = 1000;
const START_MS = 10_000;
const IDLE_MS = 5 * 60_000;
/** Time limit for long bodies, queueing included. Base64 files take less than 1 s; millions of small values take all of it. */
const LONG_MS = 10_000;
/** Exits early when idle: it uses much memory, and long bodies are rare. */
const LONG_IDLE_MS = 30_000;
const MAX_HEAP_MB = 512;
/** Memory limit of the whole process. */
const MAX_MEMORY_MB = 768;

/** Extent of the validation, by the number of timeouts. */
const EXTENTS = ['full', 'without-patterns', 'off'] as const;
/** Delay before full validation is tried again, since the machine may have been busy. */
const RETREAT_MS = 10 * 60_000;

interface Known {
  text: string;
  version: number;
  hangs: number;
  retreatEndsAt: number;
  /** Validation of the last body. The next one waits for it, so that only the first of many runs into a hanging pattern. */
  turn: Promise<unknown>;
}

type Child = SerialChild<ValidateRequest, ValidateResponse>;

/**
 * Validates in a separate process with a time limit, since a pattern of a schema may never terminate. After a timeout the
 * patterns of that schema are skipped, then the whole schema, as in the console.
 */
export class BodyValidatorPool implements InputCheck {
  readonly #deps: Pick<AppDeps, 'clock' | 'log'>;
  readonly #child: Child;
  readonly #longChild: Child;
  readonly #documents = new Map<string, Known>();
  #isClosed = false;

  /** @param script path of the built `judge-child` */
  constructor(script: string, deps: Pick<AppDeps, 'clock' | 'log'>) {
    this.#deps = deps;
    const childWith = (idleMs: number): Child =>
      new SerialChild({
        script,
        clock: deps.clock,
        idleMs,
        startMs: START_MS,
        timeoutMs: timeFor,
        maxHeapMb: MAX_HEAP_MB,
        maxMemoryMb: MAX_MEMORY_MB,
        name: 'process that judges input',
        taskName: 'judgement',
      });
    this.#child = childWith(IDLE_MS);
    this.#longChild = childWith(LONG_IDLE_MS);
  }

  async faultsOf(model: string, document: string, body: Uint8Array): Promise<readonly FieldError[]> {
    if (body.byteLength > MAX_JUDGED_BYTES) return [];
    const known = this.#known(model, document);
    if (body.byteLength > SHORT_BYTES) return this.#errorsOfLong(model, known, body);
    const errors = known.turn.then(() => this.#errorsInTime(model, known, body));
    known.turn = errors;
    return errors;
  }

  /** Validates a long body. Its failures are likely due to its length, so they do not reduce the validation of other bodies. */
  async #errorsOfLong(model: string, known: Known, body: Uint8Array): Promise<readonly FieldError[]> {
    if (extentOf(known) === 'off' || this.#isClosed) return [];
    const inTime = new AbortController();
    const stop = this.#deps.clock.after(LONG_MS, () => inTime.abort());
    try {
      return await this.#validate(this.#longChild, schemaOf(model, known), known.text, body, inTime.signal);
    } catch (error) {
      if (!this.#isClosed) this.#deps.log.warn({ model, reason: reasonOf(error) }, 'A long input was not judged');
      return [];
    } finally {
      stop();
    }
  }

  async #errorsInTime(model: string, known: Known, body: Uint8Array): Promise<readonly FieldError[]> {
    for (;;) {
      if (extentOf(known) === 'off' || this.#isClosed) return [];
      try {
        return await this.#validate(this.#child, schemaOf(model, known), known.text, body);
      } catch (error) {
        if (!this.#isClosed) this.#stepBack(model, known, error);
      }
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#child.close(), this.#longChild.close()]);
  }

  #known(model: string, text: string): Known {
    const now = this.#deps.clock.now();
    const before = this.#documents.get(model);
    if (before?.text === text) {
      if (before.retreatEndsAt <= now) before.hangs = 0;
      return before;
    }
    const known = { text, version: (before?.version ?? 0) + 1, hangs: 0, retreatEndsAt: 0, turn: Promise.resolve() };
    this.#documents.set(model, known);
    return known;
  }

  async #validate(
    child: Child,
    schema: OfSchema,
    document: string,
    body: Uint8Array,
    signal?: AbortSignal,
  ): Promise<readonly FieldError[]> {
    const question: ValidateRequest = { kind: 'judge', ...schema, body };
    let response = await child.ask(question, signal);
    if (response.kind === 'unknown') {
      const learnt = await child.ask({ kind: 'learn', ...schema, document }, signal);
      if (learnt.kind === 'beyond') throw new Error(learnt.reason);
      response = await child.ask(question, signal);
    }
    return response.kind === 'judged' ? response.faults : [];
  }

  #stepBack(model: string, known: Known, error: unknown): void {
    known.hangs += 1;
    known.retreatEndsAt = this.#deps.clock.now() + RETREAT_MS;
    this.#deps.log.warn(
      { model, reason: reasonOf(error), left: extentOf(known) },
      'The input of a model could not be judged as its schema says',
    );
  }
}

function extentOf({ hangs }: Known): (typeof EXTENTS)[number] {
  return EXTENTS[hangs] ?? 'off';
}

function schemaOf(model: string, known: Known): OfSchema {
  return { model, version: known.version, patterns: extentOf(known) === 'full' };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function timeFor(question: ValidateRequest): number {
  return question.kind === 'learn'
    ? LEARN_MS + question.document.length / LEARN_CHARS_PER_MS
    : JUDGE_MS + question.body.byteLength / JUDGE_BYTES_PER_MS;
}
