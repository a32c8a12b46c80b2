import { JOB_STATUSES } from '@contract/jobs/lifecycle';
import { JobTimes, type JobTimesRow } from '../search/job-times';
import type { Row, SqliteDatabase } from './sqlite-database';
import { yieldToEventLoop } from '../yield-to-event-loop';
import { numberOf, numberOrNull, wordOf } from './rows';

const COLUMNS = 'seq, owner, status, created_at, started_at, completed_at';

/** Exported for the test of its query plan. */
export const TIMES_SQL = `SELECT ${COLUMNS} FROM jobs INDEXED BY jobs_by_times WHERE owner = ? AND seq > ? ORDER BY seq LIMIT ?`;

/** Number of rows that take a few milliseconds to read. */
const ROWS_PER_YIELD = 2000;

/** Triggers, so that a rollback also reverts the noted changes, and no writer can forget to note one. */
const NOTE_CHANGES = `
  PRAGMA temp_store = MEMORY;
  CREATE TEMP TABLE changed_jobs (seq INTEGER PRIMARY KEY);
  CREATE TEMP TRIGGER note_inserted_job AFTER INSERT ON main.jobs BEGIN
    INSERT OR IGNORE INTO changed_jobs (seq) VALUES (new.seq);
  END;
  CREATE TEMP TRIGGER note_deleted_job AFTER DELETE ON main.jobs BEGIN
    INSERT OR IGNORE INTO changed_jobs (seq) VALUES (old.seq);
  END;
  CREATE TEMP TRIGGER note_updated_job AFTER UPDATE OF owner, status, created_at, started_at, completed_at ON main.jobs BEGIN
    INSERT OR IGNORE INTO changed_jobs (seq) VALUES (new.seq);
  END;
  CREATE TEMP TRIGGER note_inserted_text AFTER INSERT ON main.job_texts BEGIN
    INSERT OR IGNORE INTO changed_jobs (seq) VALUES (new.seq);
  END;
  CREATE TEMP TRIGGER note_inserted_output AFTER INSERT ON main.outputs BEGIN
    INSERT OR IGNORE INTO changed_jobs (seq) SELECT seq FROM jobs WHERE id = new.job_id;
  END;
  CREATE TEMP TRIGGER note_updated_text AFTER UPDATE OF text, prompt ON main.job_texts BEGIN
    INSERT OR IGNORE INTO changed_jobs (seq) VALUES (new.seq);
  END;
`;

/** The times of all jobs of an owner in memory, loaded on first use and then kept up to date. */
export class SqliteJobTimes {
  readonly #db: SqliteDatabase;
  readonly #byOwner = new Map<string, JobTimes>();
  readonly #loading = new Map<string, Promise<void>>();
  readonly #onChange: (seq: number) => void;
  #isTrackingChanges = false;

  /** @param onChange called, before times are returned, for every job whose times or text changed since the last request. */
  constructor(db: SqliteDatabase, onChange: (seq: number) => void) {
    this.#db = db;
    this.#onChange = onChange;
  }

  /** Returns the current times, valid until the next turn of the event loop. */
  async of(owner: string): Promise<JobTimes> {
    if (!this.#byOwner.has(owner)) await this.#loadOnce(owner);
    this.#applyChanges();
    return this.#byOwner.get(owner) ?? new JobTimes();
  }

  #loadOnce(owner: string): Promise<void> {
    const known = this.#loading.get(owner);
    if (known) return known;
    const loading = this.#load(owner).finally(() => this.#loading.delete(owner));
    this.#loading.set(owner, loading);
    return loading;
  }

  async #load(owner: string): Promise<void> {
    if (!this.#isTrackingChanges) this.#db.exec(NOTE_CHANGES);
    this.#isTrackingChanges = true;
    const times = new JobTimes();
    for (let after = 0; ; await yieldToEventLoop()) {
      const rows = this.#db.all(TIMES_SQL, owner, after, ROWS_PER_YIELD);
      for (const row of rows) times.set(timesOf(row));
      if (rows.length < ROWS_PER_YIELD) break;
      after = numberOf(rows.at(-1), 'seq');
    }
    this.#byOwner.set(owner, times);
  }

  #applyChanges(): void {
    const changed = this.#db.all(
      `SELECT changed_jobs.seq AS changed, ${COLUMNS} FROM changed_jobs LEFT JOIN jobs USING (seq) ORDER BY changed_jobs.seq`,
    );
    if (changed.length === 0) return;
    for (const row of changed) {
      this.#onChange(numberOf(row, 'changed'));
      for (const [owner, times] of this.#byOwner) {
        if (row['owner'] === owner) times.set(timesOf(row));
        else times.remove(numberOf(row, 'changed'));
      }
    }
    // Pending loads need the notes too, and applying a note twice is harmless.
    if (this.#loading.size === 0) this.#db.exec('DELETE FROM changed_jobs');
  }
}

function timesOf(row: Row): JobTimesRow {
  return {
    seq: numberOf(row, 'seq'),
    status: wordOf(row, 'status', JOB_STATUSES),
    createdAt: numberOf(row, 'created_at'),
    startedAt: numberOrNull(row, 'started_at'),
    completedAt: numberOrNull(row, 'completed_at'),
  };
}
