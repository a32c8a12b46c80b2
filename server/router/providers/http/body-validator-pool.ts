import type { FieldFault } from '@contract/router/validation-error';
import type { AppDeps } from '../../../deps';
import { SerialChild } from '../../../child-process/serial-child';
import type { ValidateResponse, ValidateRequest, OfSchema } from './validate-protocol';

/** Holds the input of a call to the document of its model. */
export interface InputCheck {
  /** Empty also where it cannot be told in time: the provider has the last word. Never rejects. */
  faultsOf(model: string, document: string, body: Uint8Array): Promise<readonly FieldFault[]>;
  close(): Promise<void>;
}

/** A longer body is judged apart, so that no other call waits for it. */
const SHORT_BYTES = 2 * 1024 ** 2;
/** A picture of 24 MiB in base64. What is longer is passed on unjudged. */
const MAX_JUDGED_BYTES = 32 * 1024 ** 2;
const JUDGE_MS = 500;
/** Many small numbers take a quarter of a second for each megabyte, on a machine that does nothing else. */
const JUDGE_BYTES_PER_MS = 2000;
const LEARN_MS = 4000;
const LEARN_CHARS_PER_MS = 1000;
const START_MS = 10_000;
const IDLE_MS = 5 * 60_000;
/** With the wait for other long ones. Files in base64 take less than one second; millions of small values take all of it. */
const LONG_MS = 10_000;
/** Its memory is large, and long bodies are few. */
const LONG_IDLE_MS = 30_000;
const MAX_HEAP_MB = 512;
/** Of the whole process. */
const MAX_MEMORY_MB = 768;

/** What is left of the check after so many questions without an answer. */
const EXTENTS = ['full', 'without-patterns', 'off'] as const;
/** Then all is tried again: it may have been the machine. */
const RETREAT_MS = 10 * 60_000;

interface Known {
  text: string;
  version: number;
  hangs: number;
  retreatEndsAt: number;
  /** The last body that came: the next one waits for it, so that of many only the first meets a pattern that hangs. */
  turn: Promise<unknown>;
}

type Child = SerialChild<ValidateRequest, ValidateResponse>;

/**
 * Judges in a process of its own, within a time: the pattern of a schema may never come to an end. Then it goes on without
 * the patterns of that schema, and then without the schema, as the console does.
 */
export class BodyValidatorPool implements InputCheck {
  readonly #deps: Pick<AppDeps, 'clock' | 'log'>;
  readonly #child: Child;
  readonly #longChild: Child;
  readonly #documents = new Map<string, Known>();
  #isClosed = false;

  /** @param script the built `judge-child`. */
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

  async faultsOf(model: string, document: string, body: Uint8Array): Promise<readonly FieldFault[]> {
    if (body.byteLength > MAX_JUDGED_BYTES) return [];
    const known = this.#known(model, document);
    if (body.byteLength > SHORT_BYTES) return this.#faultsOfLong(model, known, body);
    const faults = known.turn.then(() => this.#faultsInTime(model, known, body));
    known.turn = faults;
    return faults;
  }

  /** What goes wrong says more of its length than of the schema, so it takes nothing away from the other bodies. */
  async #faultsOfLong(model: string, known: Known, body: Uint8Array): Promise<readonly FieldFault[]> {
    if (extentOf(known) === 'off' || this.#isClosed) return [];
    const inTime = new AbortController();
    const stop = this.#deps.clock.after(LONG_MS, () => inTime.abort());
    try {
      return await this.#judge(this.#longChild, schemaOf(model, known), known.text, body, inTime.signal);
    } catch (error) {
      if (!this.#isClosed) this.#deps.log.warn({ model, reason: reasonOf(error) }, 'A long input was not judged');
      return [];
    } finally {
      stop();
    }
  }

  async #faultsInTime(model: string, known: Known, body: Uint8Array): Promise<readonly FieldFault[]> {
    for (;;) {
      if (extentOf(known) === 'off' || this.#isClosed) return [];
      try {
        return await this.#judge(this.#child, schemaOf(model, known), known.text, body);
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

  async #judge(
    child: Child,
    schema: OfSchema,
    document: string,
    body: Uint8Array,
    signal?: AbortSignal,
  ): Promise<readonly FieldFault[]> {
    const question: ValidateRequest = { kind: 'judge', ...schema, body };
    let answer = await child.ask(question, signal);
    if (answer.kind === 'unknown') {
      const learnt = await child.ask({ kind: 'learn', ...schema, document }, signal);
      if (learnt.kind === 'beyond') throw new Error(learnt.reason);
      answer = await child.ask(question, signal);
    }
    return answer.kind === 'judged' ? answer.faults : [];
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
