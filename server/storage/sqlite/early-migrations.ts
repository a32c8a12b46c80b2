/** The first steps of `MIGRATIONS`, apart from the later ones only for their length. */
export const EARLY_MIGRATIONS: readonly string[] = [
  `
  -- AUTOINCREMENT: a seq is never given again, since cursors of listings hold it.
  CREATE TABLE jobs (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    owner TEXT NOT NULL,
    status TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    started_at INTEGER,
    completed_at INTEGER,
    expires_at INTEGER NOT NULL,
    labels TEXT NOT NULL,
    progress TEXT,
    error TEXT,
    needs_extra_data INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX jobs_by_owner ON jobs (owner, seq);
  CREATE INDEX jobs_by_owner_status ON jobs (owner, status, seq);
  CREATE INDEX jobs_by_status ON jobs (status, seq);
  CREATE INDEX jobs_by_expiry ON jobs (expires_at);

  -- Apart from the jobs: a page of a listing must not step over megabytes of graphs.
  CREATE TABLE job_workflows (
    job_id TEXT PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
    text TEXT NOT NULL
  ) STRICT;

  CREATE TABLE job_labels (
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    seq INTEGER NOT NULL REFERENCES jobs (seq) ON DELETE CASCADE,
    PRIMARY KEY (key, value, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX job_labels_by_job ON job_labels (seq);

  CREATE TABLE job_inputs (
    asset_id TEXT NOT NULL,
    job_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    PRIMARY KEY (asset_id, job_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX job_inputs_by_job ON job_inputs (job_id);

  -- job_id names the producer and has no foreign key: an asset that is still read outlives its job.
  CREATE TABLE assets (
    id TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    blob TEXT,
    size_bytes INTEGER NOT NULL,
    content_type TEXT NOT NULL,
    file_path TEXT,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    job_id TEXT,
    tags TEXT NOT NULL
  ) STRICT;
  CREATE INDEX assets_by_blob ON assets (blob, owner);
  CREATE INDEX assets_by_expiry ON assets (expires_at) WHERE expires_at IS NOT NULL;
  CREATE INDEX assets_by_job ON assets (job_id) WHERE job_id IS NOT NULL;

  CREATE TABLE outputs (
    place INTEGER PRIMARY KEY AUTOINCREMENT,
    job_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    node_id TEXT NOT NULL,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    asset_id TEXT NOT NULL REFERENCES assets (id) ON DELETE CASCADE,
    UNIQUE (job_id, node_id, name)
  ) STRICT;
  CREATE INDEX outputs_by_job ON outputs (job_id, place);
  CREATE INDEX outputs_by_asset ON outputs (asset_id);

  CREATE TABLE idempotency_keys (
    scope TEXT NOT NULL,
    key TEXT NOT NULL,
    claimed_at INTEGER NOT NULL,
    PRIMARY KEY (scope, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX idempotency_keys_by_age ON idempotency_keys (claimed_at);

  CREATE TABLE logs (
    job_id TEXT PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
    text TEXT NOT NULL,
    truncated INTEGER NOT NULL,
    captured_at INTEGER NOT NULL,
    complete INTEGER NOT NULL
  ) STRICT;
  `,
  `
  -- Holds all that the dashboard filters, counts and sorts by: the rows themselves are large.
  CREATE INDEX jobs_by_times ON jobs (owner, seq, status, created_at, started_at, completed_at);

  -- What jobs are looked for by, in lower case. Searches read all of it: an index of the words within would be faster to
  -- ask and much slower to write (measured: 10 times, with pauses of 100 ms), and each job is written twice.
  CREATE TABLE job_texts (
    seq INTEGER PRIMARY KEY REFERENCES jobs (seq) ON DELETE CASCADE,
    text TEXT NOT NULL
  ) STRICT;
  INSERT INTO job_texts (seq, text)
    SELECT jobs.seq, lower(
      substr(
        ifnull((SELECT group_concat(value, char(10)) FROM json_each(jobs.labels)), '') || char(10) ||
        ifnull((SELECT group_concat(atom, char(10)) FROM json_tree(job_workflows.text)
          WHERE type = 'text' AND length(atom) > 2 AND atom NOT GLOB '????????-????-????-????-*'), ''),
        1, 2000) || char(10) ||
      substr(
        ifnull((SELECT group_concat(name, char(10)) FROM outputs WHERE outputs.job_id = jobs.id), '') || char(10) ||
        ifnull(error ->> '$.class_type', '') || char(10) || ifnull(error ->> '$.message', ''),
        1, 1000))
    FROM jobs JOIN job_workflows ON job_workflows.job_id = jobs.id
    WHERE json_valid(job_workflows.text);
  `,
  `
  ALTER TABLE jobs ADD COLUMN starts INTEGER NOT NULL DEFAULT 0;
  `,
  `
  CREATE INDEX assets_by_owner ON assets (owner);
  CREATE INDEX assets_uploads ON assets (owner) WHERE job_id IS NULL;
  `,
  `
  CREATE TABLE router_calls (
    id TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    model TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at INTEGER,
    hold_cents INTEGER NOT NULL,
    status INTEGER,
    bucket TEXT,
    charged INTEGER,
    credits_used TEXT
  ) STRICT;
  CREATE INDEX router_calls_by_start ON router_calls (owner, started_at);
  CREATE INDEX router_calls_in_flight ON router_calls (owner, hold_cents) WHERE ended_at IS NULL;
  CREATE INDEX router_calls_by_end ON router_calls (ended_at) WHERE ended_at IS NOT NULL;

  -- Apart from idempotency_keys, whose keys serve one request only and give nothing again.
  CREATE TABLE router_keys (
    owner TEXT NOT NULL,
    key TEXT NOT NULL,
    method TEXT NOT NULL,
    target TEXT NOT NULL,
    body_hash TEXT NOT NULL,
    claimed_at INTEGER NOT NULL,
    call_id TEXT NOT NULL,
    state TEXT NOT NULL,
    answer TEXT,
    answer_blob TEXT,
    PRIMARY KEY (owner, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX router_keys_by_age ON router_keys (claimed_at);
  CREATE INDEX router_keys_by_blob ON router_keys (answer_blob) WHERE answer_blob IS NOT NULL;
  `,
  `
  CREATE TABLE seen_addresses (
    digest TEXT PRIMARY KEY,
    noted_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX seen_addresses_by_age ON seen_addresses (noted_at);
  `,
  `
  ALTER TABLE jobs ADD COLUMN output_title TEXT;
  `,
  `
  CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    proof TEXT NOT NULL,
    token TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- At most one row: which database this is, and how often it was opened (server/platform/data-folder/database-fit.ts).
  CREATE TABLE store_identity (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    id TEXT NOT NULL,
    generation INTEGER NOT NULL
  ) STRICT;
  `,
  `
  CREATE TABLE trash (
    job_id TEXT PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
    owner TEXT NOT NULL,
    deleted_at INTEGER NOT NULL,
    keeps_outputs INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX trash_by_age ON trash (deleted_at);
  `,
  `
  -- Number of jobs per status, so that the head of a list does not count them all.
  CREATE TABLE job_counts (
    owner TEXT NOT NULL,
    status TEXT NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (owner, status)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO job_counts (owner, status, n) SELECT owner, status, count(*) FROM jobs GROUP BY owner, status;
  CREATE TRIGGER jobs_count_insert AFTER INSERT ON jobs BEGIN
    INSERT INTO job_counts (owner, status, n) VALUES (new.owner, new.status, 1)
      ON CONFLICT (owner, status) DO UPDATE SET n = n + 1;
  END;
  CREATE TRIGGER jobs_count_delete AFTER DELETE ON jobs BEGIN
    UPDATE job_counts SET n = n - 1 WHERE owner = old.owner AND status = old.status;
  END;
  CREATE TRIGGER jobs_count_update AFTER UPDATE OF status, owner ON jobs
    WHEN old.status <> new.status OR old.owner <> new.owner BEGIN
    UPDATE job_counts SET n = n - 1 WHERE owner = old.owner AND status = old.status;
    INSERT INTO job_counts (owner, status, n) VALUES (new.owner, new.status, 1)
      ON CONFLICT (owner, status) DO UPDATE SET n = n + 1;
  END;

  -- Holds all that the summary of a time reads, ordered by that time.
  CREATE INDEX jobs_by_creation ON jobs (owner, created_at, seq, status, started_at, completed_at);
  `,
];
