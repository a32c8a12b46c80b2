import { setTimeout } from 'node:timers/promises';
import type { PromptField } from '@contract/console/prompt-history';
import type { SearchFields } from '@contract/console/search-fields';
import type { InputTerm } from '@contract/console/search-terms';
import { MIN_ID_START, outcomeText, type JobPrompts } from '../search/job-search';
import type { SqlValue, SqliteDatabase } from './sqlite-database';
import { SHORT, TextSignatures } from '../search/text-signatures';
import { yieldToEventLoop } from '../yield-to-event-loop';
import type { JobRecord, NewJob } from '../store';
import { numberOf, textOf, textOrNull } from './rows';

/** Number of job texts that are read at once, in a few milliseconds. */
const TEXTS_PER_YIELD = 250;
/** The same if the signatures alone tell which of them match. */
const SIGNATURES_PER_YIELD = 10_000;

/** Number of prompts that are read at once, in a few milliseconds. */
const PROMPTS_PER_YIELD = 250;

/** Number of job texts that are prefetched at once, and the delay in between for other work of the gateway. */
const TEXTS_AHEAD = 50;
const PAUSE_MS = 2;

/** A text of 900 characters sets about 30 of 100 bits, and one of 3,000 about 55: enough stay clear to exclude most texts. */
const SIGNATURE_BYTES = 256;

/**
 * The searchable texts of jobs. A search reads a text on first use and stores its signature, so that later searches read only texts
 * that may match.
 */
export class SqliteJobTexts {
  readonly #db: SqliteDatabase;
  readonly #signatures = new TextSignatures(SIGNATURE_BYTES);

  constructor(db: SqliteDatabase) {
    this.#db = db;
  }

  /** Call for every changed job before the next search. */
  forget(seq: number): void {
    this.#signatures.forget(seq);
  }

  /**
   * Yields the jobs whose text contains every word, or whose id starts with it, and whose inputs match; in the order of `seqs`, in
   * parts.
   */
  async *matching(
    seqs: readonly number[],
    words: readonly string[],
    inputs: readonly InputTerm[],
  ): AsyncGenerator<number[]> {
    const bits = this.#bitsOf(words, inputs);
    const isExact = inputs.length === 0 && this.#signatures.isExact(words);
    for (let next = 0; next < seqs.length;) {
      const part: number[] = [];
      for (let length = 0; next < seqs.length && length < SIGNATURES_PER_YIELD; next += 1) {
        const seq = seqs[next] ?? 0;
        if (!this.#signatures.mayHold(seq, bits)) continue;
        part.push(seq);
        // An unknown text is read in any case.
        length += isExact && this.#signatures.isKnown(seq) ? 1 : SIGNATURES_PER_YIELD / TEXTS_PER_YIELD;
      }
      const found = new Set(this.#find(part, words, inputs));
      yield part.filter((seq) => found.has(seq));
      await yieldToEventLoop();
    }
  }

  /** Prefetches signatures for the first search. */
  async readAhead(seqs: readonly number[]): Promise<void> {
    for (let start = 0; start < seqs.length; start += TEXTS_AHEAD) {
      const part = seqs.slice(start, start + TEXTS_AHEAD).filter((seq) => !this.#signatures.isKnown(seq));
      if (part.length === 0) continue;
      this.#learn(part);
      await setTimeout(PAUSE_MS, undefined, { ref: false });
    }
  }

  /** Yields the prompts of jobs, newest first, in parts. */
  async *prompts(owner: string, field: PromptField): AsyncGenerator<readonly JobPrompts[]> {
    const sql = `SELECT jobs.seq, id, ${field} AS lines FROM jobs INDEXED BY jobs_by_owner JOIN job_texts USING (seq)
      WHERE owner = ? AND jobs.seq < ? ORDER BY jobs.seq DESC LIMIT ?`;
    let before = Number.MAX_SAFE_INTEGER;
    for (;;) {
      const rows = this.#db.all(sql, owner, before, PROMPTS_PER_YIELD);
      yield rows.flatMap((row) => {
        const lines = textOrNull(row, 'lines');
        return lines === null ? [] : [{ id: textOf(row, 'id'), seq: numberOf(row, 'seq'), lines }];
      });
      const last = rows.at(-1);
      if (!last || rows.length < PROMPTS_PER_YIELD) return;
      before = numberOf(last, 'seq');
      await yieldToEventLoop();
    }
  }

  /** Inputs are aliases of the text, which short words do not find. */
  #bitsOf(words: readonly string[], inputs: readonly InputTerm[]): number[] {
    const needles = inputs.map(({ needle }) => needle).filter((needle) => needle.length > SHORT);
    return this.#signatures.bitsOf([...words, ...needles]);
  }

  #find(seqs: readonly number[], words: readonly string[], inputs: readonly InputTerm[]): number[] {
    const unknown = seqs.filter((seq) => !this.#signatures.isKnown(seq));
    this.#learn(unknown);
    const bits = this.#bitsOf(words, inputs);
    const candidates = unknown.length === 0 ? seqs : seqs.filter((seq) => this.#signatures.mayHold(seq, bits));
    if (candidates.length === 0 || (inputs.length === 0 && this.#signatures.isExact(words))) return [...candidates];
    const found = [...words.map(wordSql), ...inputs.map(inputSql)];
    const sql = `SELECT seq FROM job_texts WHERE seq IN (SELECT value FROM json_each(?))
      AND ${found.map((word) => word.sql).join(' AND ')}`;
    const parameters = found.flatMap((word) => word.parameters);
    return this.#db.all(sql, JSON.stringify(candidates), ...parameters).map((row) => numberOf(row, 'seq'));
  }

  #learn(seqs: readonly number[]): void {
    if (seqs.length === 0) return;
    const rows = this.#db.all(
      `SELECT seq, text, concat_ws(char(10), id, prompt, negative, model, seed, size) AS alias
       FROM job_texts JOIN jobs USING (seq) WHERE seq IN (SELECT value FROM json_each(?))`,
      JSON.stringify(seqs),
    );
    const texts = new Map(rows.map((row) => [numberOf(row, 'seq'), row]));
    // A job without a text never matches a word.
    for (const seq of seqs) {
      const row = texts.get(seq);
      if (row) this.#signatures.learn(seq, textOf(row, 'text'), textOf(row, 'alias'));
      else this.#signatures.learn(seq, '');
    }
  }
}

type Searched = Pick<NewJob, 'searchText' | 'searchFields' | 'shape'>;

/** Keeps the searchable text in sync with the records; each call belongs to the transaction of its record. */
export class SearchedText {
  readonly #db: SqliteDatabase;

  constructor(db: SqliteDatabase) {
    this.#db = db;
  }

  add(seq: number, { searchText, searchFields, shape }: Searched): void {
    const { prompt, negative, model, seed, size } = searchFields;
    const sql = `INSERT INTO job_texts (seq, text, prompt, negative, model, seed, size, shape)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
    this.#db.run(sql, seq, searchText, prompt, negative, model, seed, size, shape);
  }

  /** Adds the inputs of a job that was stored without them. */
  setFields(jobId: string, { prompt, negative, model, seed, size }: SearchFields): void {
    const sql = `UPDATE job_texts SET prompt = ?, negative = ?, model = ?, seed = ?, size = ?
      WHERE seq = (SELECT seq FROM jobs WHERE id = ?)`;
    this.#db.run(sql, prompt, negative, model, seed, size, jobId);
  }

  /** Returns the inputs of a job; `null` if they were not read yet. */
  fields(jobId: string): SearchFields | null {
    const sql = `SELECT prompt, negative, model, seed, size FROM job_texts
      WHERE seq = (SELECT seq FROM jobs WHERE id = ?) AND prompt IS NOT NULL`;
    const row = this.#db.get(sql, jobId);
    if (!row) return null;
    const [prompt, negative, model, seed, size] = [
      textOf(row, 'prompt'),
      textOf(row, 'negative'),
      textOf(row, 'model'),
      textOf(row, 'seed'),
      textOf(row, 'size'),
    ];
    return { prompt, negative, model, seed, size };
  }

  setShape(jobId: string, shape: string): void {
    this.#db.run('UPDATE job_texts SET shape = ? WHERE seq = (SELECT seq FROM jobs WHERE id = ?)', shape, jobId);
  }

  /** Returns `null` if it was not read yet. */
  shape(jobId: string): string | null {
    const row = this.#db.get('SELECT shape FROM job_texts WHERE seq = (SELECT seq FROM jobs WHERE id = ?)', jobId);
    return row ? textOrNull(row, 'shape') : null;
  }

  /** Returns ids of jobs whose shape was not read yet, newest first: a job without inputs has none. */
  withoutShape(limit: number): string[] {
    const sql = `SELECT id FROM job_texts INDEXED BY job_texts_by_shape JOIN jobs USING (seq)
      WHERE shape IS NULL ORDER BY job_texts.seq DESC LIMIT ?`;
    return this.#db.all(sql, limit).map((row) => textOf(row, 'id'));
  }

  countWithoutShape(): number {
    return numberOf(this.#db.get('SELECT count(*) AS n FROM job_texts WHERE shape IS NULL'), 'n');
  }

  /** Called once, at the end of the job. */
  addOutcome(job: JobRecord | null, outputNames: readonly string[]): void {
    const outcome = job ? outcomeText(outputNames, job.error) : '';
    if (job && outcome !== '') this.append(job.seq, outcome);
  }

  append(seq: number, text: string): void {
    this.#db.run('UPDATE job_texts SET text = text || char(10) || ? WHERE seq = ?', text, seq);
  }
}

function inputSql({ field, needle }: InputTerm): { sql: string; parameters: SqlValue[] } {
  return { sql: `instr(${field}, ?) > 0`, parameters: [needle] };
}

function wordSql(word: string): { sql: string; parameters: SqlValue[] } {
  if (word.length < MIN_ID_START) return { sql: 'instr(text, ?) > 0', parameters: [word] };
  return {
    // No character of ids sorts after the tilde, so the range contains every id with that prefix.
    sql: '(instr(text, ?) > 0 OR seq IN (SELECT seq FROM jobs WHERE id >= ? AND id < ?))',
    parameters: [word, word, `${word}~`],
  };
}
