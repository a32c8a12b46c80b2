import { setTimeout } from 'node:timers/promises';
import { MIN_ID_START } from './job-search';
import type { SqlValue, SqliteDatabase } from './sqlite-database';
import { TextSignatures } from './text-signatures';
import { yieldToEventLoop } from './yield-to-event-loop';

/** Texts of jobs that are read at once, in a few milliseconds. */
const TEXTS_PER_YIELD = 250;

/** Texts of jobs that are read ahead at once, and how long the rest of the gateway has to itself in between. */
const TEXTS_AHEAD = 50;
const PAUSE_MS = 2;

/** A text of 900 characters sets some 30 bits in 100, and one of 3,000 some 55: enough stay clear to tell most texts by. */
const SIGNATURE_BYTES = 256;

/**
 * What jobs are looked for by. A search reads a text that it meets for the first time and keeps its signature, so that the next one
 * reads only texts that may match.
 */
export class SqliteJobTexts {
  readonly #db: SqliteDatabase;
  readonly #signatures = new TextSignatures(SIGNATURE_BYTES);

  constructor(db: SqliteDatabase) {
    this.#db = db;
  }

  /** To be called for every job that changed before the next search. */
  forget(seq: number): void {
    this.#signatures.forget(seq);
  }

  /** Those whose text holds every word, or whose id starts with it; in the order of `seqs`, part by part. */
  async *withWords(seqs: readonly number[], words: readonly string[]): AsyncGenerator<number[]> {
    const bits = this.#signatures.bitsOf(words);
    for (let next = 0; next < seqs.length;) {
      const part: number[] = [];
      for (; next < seqs.length && part.length < TEXTS_PER_YIELD; next += 1) {
        const seq = seqs[next] ?? 0;
        if (this.#signatures.mayHold(seq, bits)) part.push(seq);
      }
      const found = new Set(this.#matching(part, words));
      yield part.filter((seq) => found.has(seq));
      await yieldToEventLoop();
    }
  }

  /** So that the first search does not have to. */
  async readAhead(seqs: readonly number[]): Promise<void> {
    for (let start = 0; start < seqs.length; start += TEXTS_AHEAD) {
      const part = seqs.slice(start, start + TEXTS_AHEAD).filter((seq) => !this.#signatures.isKnown(seq));
      if (part.length === 0) continue;
      this.#learn(part);
      await setTimeout(PAUSE_MS, undefined, { ref: false });
    }
  }

  #matching(seqs: readonly number[], words: readonly string[]): number[] {
    const unknown = seqs.filter((seq) => !this.#signatures.isKnown(seq));
    this.#learn(unknown);
    const bits = this.#signatures.bitsOf(words);
    const candidates = unknown.length === 0 ? seqs : seqs.filter((seq) => this.#signatures.mayHold(seq, bits));
    if (candidates.length === 0) return [];
    const found = words.map(wordSql);
    const sql = `SELECT seq FROM job_texts WHERE seq IN (SELECT value FROM json_each(?))
      AND ${found.map((word) => word.sql).join(' AND ')}`;
    const parameters = found.flatMap((word) => word.parameters);
    return this.#db.all(sql, JSON.stringify(candidates), ...parameters).map((row) => row['seq'] as number);
  }

  #learn(seqs: readonly number[]): void {
    if (seqs.length === 0) return;
    const rows = this.#db.all(
      'SELECT seq, id || char(10) || text AS text FROM job_texts JOIN jobs USING (seq) WHERE seq IN (SELECT value FROM json_each(?))',
      JSON.stringify(seqs),
    );
    const texts = new Map(rows.map(({ seq, text }) => [seq, text as string]));
    // A job without a text is never found by a word.
    for (const seq of seqs) this.#signatures.learn(seq, texts.get(seq) ?? '');
  }
}

function wordSql(word: string): { sql: string; parameters: SqlValue[] } {
  if (word.length < MIN_ID_START) return { sql: 'instr(text, ?) > 0', parameters: [word] };
  return {
    // Ids hold no sign behind the tilde, so the range is every id that starts so.
    sql: '(instr(text, ?) > 0 OR seq IN (SELECT seq FROM jobs WHERE id >= ? AND id < ?))',
    parameters: [word, word, `${word}~`],
  };
}
