import type { FieldFault } from '@contract/router/validation-error';
import type { AppDeps } from '../../../deps';
import { SerialChild } from '../../../processes/serial-child';
import type { JudgeAnswer, JudgeQuestion, OfSchema } from './judge-questions';

/** Holds the input of a call to the document of its model. */
export interface InputCheck {
  /** Empty also where it cannot be told in time: the provider has the last word. Never rejects. */
  faultsOf(model: string, document: string, body: Uint8Array): Promise<readonly FieldFault[]>;
  close(): Promise<void>;
}

/** A longer body is passed on unjudged: the other calls would wait for it, and most of it is files in base64. */
const MAX_JUDGED_BYTES = 2 * 1024 ** 2;
const JUDGE_MS = 500;
/** Many small numbers take a quarter of a second for each megabyte, on a machine that does nothing else. */
const JUDGE_BYTES_PER_MS = 2000;
const LEARN_MS = 4000;
const LEARN_CHARS_PER_MS = 1000;
const START_MS = 10_000;
const IDLE_MS = 5 * 60_000;
const MAX_HEAP_MB = 512;

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

/**
 * Judges in a process of its own, within a time: the pattern of a schema may never come to an end. Then it goes on without
 * the patterns of that schema, and then without the schema, as the console does.
 */
export class BodyJudges implements InputCheck {
  readonly #deps: Pick<AppDeps, 'clock' | 'log'>;
  readonly #child: SerialChild<JudgeQuestion, JudgeAnswer>;
  readonly #documents = new Map<string, Known>();
  #isClosed = false;

  /** @param script the built `judge-child`. */
  constructor(script: string, deps: Pick<AppDeps, 'clock' | 'log'>) {
    this.#deps = deps;
    this.#child = new SerialChild({
      script,
      clock: deps.clock,
      idleMs: IDLE_MS,
      startMs: START_MS,
      timeoutMs: timeFor,
      maxHeapMb: MAX_HEAP_MB,
      name: 'process that judges input',
      taskName: 'judgement',
    });
  }

  async faultsOf(model: string, document: string, body: Uint8Array): Promise<readonly FieldFault[]> {
    if (body.byteLength > MAX_JUDGED_BYTES) return [];
    const known = this.#known(model, document);
    const faults = known.turn.then(() => this.#faultsInTime(model, known, body));
    known.turn = faults;
    return faults;
  }

  async #faultsInTime(model: string, known: Known, body: Uint8Array): Promise<readonly FieldFault[]> {
    for (;;) {
      const extent = EXTENTS[known.hangs] ?? 'off';
      if (extent === 'off' || this.#isClosed) return [];
      try {
        const schema = { model, version: known.version, patterns: extent === 'full' };
        return await this.#judge(schema, known.text, body);
      } catch (error) {
        if (!this.#isClosed) this.#stepBack(model, known, error);
      }
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#child.close();
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

  async #judge(schema: OfSchema, document: string, body: Uint8Array): Promise<readonly FieldFault[]> {
    const question: JudgeQuestion = { kind: 'judge', ...schema, body };
    let answer = await this.#child.ask(question);
    if (answer.kind === 'unknown') {
      const learnt = await this.#child.ask({ kind: 'learn', ...schema, document });
      if (learnt.kind === 'beyond') throw new Error(learnt.reason);
      answer = await this.#child.ask(question);
    }
    return answer.kind === 'judged' ? answer.faults : [];
  }

  #stepBack(model: string, known: Known, error: unknown): void {
    known.hangs += 1;
    known.retreatEndsAt = this.#deps.clock.now() + RETREAT_MS;
    const reason = error instanceof Error ? error.message : String(error);
    const left = EXTENTS[known.hangs] ?? 'off';
    this.#deps.log.warn({ model, reason, left }, 'The input of a model could not be judged as its schema says');
  }
}

function timeFor(question: JudgeQuestion): number {
  return question.kind === 'learn'
    ? LEARN_MS + question.document.length / LEARN_CHARS_PER_MS
    : JUDGE_MS + question.body.byteLength / JUDGE_BYTES_PER_MS;
}
