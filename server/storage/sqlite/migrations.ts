import { EARLY_MIGRATIONS } from './early-migrations';

/**
 * The schema in ordered steps; `PRAGMA user_version` counts the steps applied to a file. A released step is never edited: changes
 * are new steps. All timestamps are milliseconds since the epoch.
 */
export const MIGRATIONS: readonly string[] = [
  ...EARLY_MIGRATIONS,
  `
  -- Queued delivery of the Model Router. The input goes when the request completes, the answer a day later.
  CREATE TABLE router_requests (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    owner TEXT NOT NULL,
    model TEXT NOT NULL,
    phase TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    origin TEXT NOT NULL,
    completed_at INTEGER,
    error_type TEXT,
    input TEXT,
    input_blob TEXT,
    answer TEXT,
    answer_blob TEXT
  ) STRICT;
  CREATE INDEX router_requests_open ON router_requests (phase, owner, seq) WHERE phase <> 'completed';
  CREATE INDEX router_requests_by_end ON router_requests (completed_at) WHERE completed_at IS NOT NULL;
  CREATE INDEX router_requests_by_input ON router_requests (input_blob) WHERE input_blob IS NOT NULL;
  CREATE INDEX router_requests_by_answer ON router_requests (answer_blob) WHERE answer_blob IS NOT NULL;
  `,
  `
  -- The times of jobs are held in memory (sqlite-job-times.ts).
  DROP INDEX jobs_by_creation;

  -- Number of files per owner, so that the head of a list does not count them all.
  CREATE TABLE asset_counts (
    owner TEXT NOT NULL,
    is_output INTEGER NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (owner, is_output)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO asset_counts (owner, is_output, n) SELECT owner, job_id IS NOT NULL, count(*) FROM assets GROUP BY 1, 2;
  CREATE TRIGGER assets_count_insert AFTER INSERT ON assets BEGIN
    INSERT INTO asset_counts (owner, is_output, n) VALUES (new.owner, new.job_id IS NOT NULL, 1)
      ON CONFLICT (owner, is_output) DO UPDATE SET n = n + 1;
  END;
  CREATE TRIGGER assets_count_delete AFTER DELETE ON assets BEGIN
    UPDATE asset_counts SET n = n - 1 WHERE owner = old.owner AND is_output = (old.job_id IS NOT NULL);
  END;
  CREATE TRIGGER assets_count_update AFTER UPDATE OF owner, job_id ON assets BEGIN
    UPDATE asset_counts SET n = n - 1 WHERE owner = old.owner AND is_output = (old.job_id IS NOT NULL);
    INSERT INTO asset_counts (owner, is_output, n) VALUES (new.owner, new.job_id IS NOT NULL, 1)
      ON CONFLICT (owner, is_output) DO UPDATE SET n = n + 1;
  END;
  `,
  `
  -- Large workflows, but for their ends: each piece was written on its own before there was a job.
  CREATE TABLE workflow_pieces (
    job_id TEXT NOT NULL,
    place INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (job_id, place)
  ) STRICT;
  CREATE TRIGGER jobs_drop_pieces AFTER DELETE ON jobs BEGIN
    DELETE FROM workflow_pieces WHERE job_id = old.id;
  END;
  `,
  `
  ALTER TABLE jobs ADD COLUMN engine TEXT;
  `,
  `
  -- NULL until the job is moved in the queue: its rank is its seq. No index: the queue is ordered in memory.
  ALTER TABLE jobs ADD COLUMN queue_rank INTEGER;

  -- No row, or one with NULL, while the queue is not paused.
  CREATE TABLE queue_state (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    paused_at INTEGER
  ) STRICT;
  `,
  `
  -- The asset that an upload with this key created.
  ALTER TABLE idempotency_keys ADD COLUMN asset_id TEXT;
  `,
  `
  -- Also the bytes, per owner and per job, so that a storage report does not add up all files.
  DROP TRIGGER assets_count_insert;
  DROP TRIGGER assets_count_delete;
  DROP TRIGGER assets_count_update;
  DROP TABLE asset_counts;
  CREATE TABLE asset_counts (
    owner TEXT NOT NULL,
    is_output INTEGER NOT NULL,
    n INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    PRIMARY KEY (owner, is_output)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO asset_counts (owner, is_output, n, bytes)
    SELECT owner, job_id IS NOT NULL, count(*), sum(size_bytes) FROM assets GROUP BY 1, 2;

  CREATE TABLE job_space (
    owner TEXT NOT NULL,
    job_id TEXT NOT NULL,
    files INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    PRIMARY KEY (owner, job_id)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO job_space (owner, job_id, files, bytes)
    SELECT owner, job_id, count(*), sum(size_bytes) FROM assets WHERE job_id IS NOT NULL GROUP BY 1, 2;
  CREATE INDEX job_space_by_bytes ON job_space (owner, bytes DESC, job_id, files);

  CREATE TRIGGER assets_count_insert AFTER INSERT ON assets BEGIN
    INSERT INTO asset_counts (owner, is_output, n, bytes) VALUES (new.owner, new.job_id IS NOT NULL, 1, new.size_bytes)
      ON CONFLICT (owner, is_output) DO UPDATE SET n = n + 1, bytes = bytes + excluded.bytes;
    INSERT INTO job_space (owner, job_id, files, bytes)
      SELECT new.owner, new.job_id, 1, new.size_bytes WHERE new.job_id IS NOT NULL
      ON CONFLICT (owner, job_id) DO UPDATE SET files = files + 1, bytes = bytes + excluded.bytes;
  END;
  CREATE TRIGGER assets_count_delete AFTER DELETE ON assets BEGIN
    UPDATE asset_counts SET n = n - 1, bytes = bytes - old.size_bytes
      WHERE owner = old.owner AND is_output = (old.job_id IS NOT NULL);
    UPDATE job_space SET files = files - 1, bytes = bytes - old.size_bytes WHERE owner = old.owner AND job_id = old.job_id;
    DELETE FROM job_space WHERE owner = old.owner AND job_id = old.job_id AND files = 0;
  END;
  CREATE TRIGGER assets_count_update AFTER UPDATE OF owner, job_id, size_bytes ON assets
    WHEN old.owner <> new.owner OR old.job_id IS NOT new.job_id OR old.size_bytes <> new.size_bytes BEGIN
    UPDATE asset_counts SET n = n - 1, bytes = bytes - old.size_bytes
      WHERE owner = old.owner AND is_output = (old.job_id IS NOT NULL);
    UPDATE job_space SET files = files - 1, bytes = bytes - old.size_bytes WHERE owner = old.owner AND job_id = old.job_id;
    DELETE FROM job_space WHERE owner = old.owner AND job_id = old.job_id AND files = 0;
    INSERT INTO asset_counts (owner, is_output, n, bytes) VALUES (new.owner, new.job_id IS NOT NULL, 1, new.size_bytes)
      ON CONFLICT (owner, is_output) DO UPDATE SET n = n + 1, bytes = bytes + excluded.bytes;
    INSERT INTO job_space (owner, job_id, files, bytes)
      SELECT new.owner, new.job_id, 1, new.size_bytes WHERE new.job_id IS NOT NULL
      ON CONFLICT (owner, job_id) DO UPDATE SET files = files + 1, bytes = bytes + excluded.bytes;
  END;

  CREATE INDEX trash_by_owner ON trash (owner, deleted_at DESC, job_id);
  `,
  `
  -- The webhook: its settings and last attempt as JSON, and the events that are to be delivered.
  CREATE TABLE webhook_state (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE webhook_deliveries (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    event TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    next_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX webhook_deliveries_by_next ON webhook_deliveries (next_at, seq);
  `,
  `
  -- Generation inputs by which jobs are searched, in lower case. NULL until they are read from the workflow of an older job.
  ALTER TABLE job_texts ADD COLUMN prompt TEXT;
  ALTER TABLE job_texts ADD COLUMN negative TEXT;
  ALTER TABLE job_texts ADD COLUMN model TEXT;
  ALTER TABLE job_texts ADD COLUMN seed TEXT;
  ALTER TABLE job_texts ADD COLUMN size TEXT;
  CREATE INDEX job_texts_without_inputs ON job_texts (seq) WHERE prompt IS NULL;
  `,
  `
  -- Everything that a user curates, as JSON: fields with the time of their last change. size: the length of the state.
  CREATE TABLE curated_records (
    owner TEXT NOT NULL,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    state TEXT NOT NULL,
    size INTEGER NOT NULL,
    version INTEGER NOT NULL,
    PRIMARY KEY (owner, kind, id)
  ) STRICT;
  CREATE INDEX curated_records_by_version ON curated_records (owner, version, size);

  CREATE TABLE curated_identity (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), id TEXT NOT NULL) STRICT;
  INSERT INTO curated_identity VALUES (1, lower(hex(randomblob(16))));
  `,
  `
  -- The rule of contract/console/asset-kinds.ts. What follows the last period, or all of a name without one, is the extension.
  ALTER TABLE assets ADD COLUMN extension TEXT AS (lower(replace(file_path, rtrim(file_path, replace(file_path, '.', '')), '')));
  ALTER TABLE assets ADD COLUMN kind TEXT AS (CASE substr(lower(content_type), 1, instr(content_type, '/'))
    WHEN 'image/' THEN 'image' WHEN 'video/' THEN 'video' WHEN 'audio/' THEN 'audio' WHEN 'text/' THEN 'text' WHEN 'model/' THEN '3d'
    ELSE CASE WHEN lower(content_type) GLOB 'application/*json*' OR lower(content_type) GLOB 'application/*yaml*' THEN 'text' WHEN lower(content_type) GLOB 'application/xml*' OR lower(content_type) GLOB 'application/toml*' THEN 'text' WHEN content_type <> '' AND NOT lower(content_type) GLOB '*/octet-stream*' THEN 'other'
    WHEN instr(' png jpg jpeg webp gif avif bmp svg ', ' ' || extension || ' ') > 0 THEN 'image' WHEN instr(' mp4 webm mov m4v ', ' ' || extension || ' ') > 0 THEN 'video' WHEN instr(' mp3 wav flac ogg opus m4a ', ' ' || extension || ' ') > 0 THEN 'audio'
    WHEN instr(' txt csv md yaml yml log json jsonl ndjson xml html css js ', ' ' || extension || ' ') > 0 THEN 'text' WHEN instr(' glb gltf obj stl ply fbx usd usda usdc usdz ', ' ' || extension || ' ') > 0 THEN '3d' ELSE 'other' END END);
  CREATE INDEX assets_by_kind ON assets (owner, kind);
  CREATE INDEX assets_by_creation ON assets (owner, created_at);
  CREATE INDEX assets_model_results ON assets (owner, expires_at) WHERE job_id IS NULL AND instr(tags, '"model-result"') > 0;
  `,
  `
  -- The hash of contract/workflow/workflow-shape.ts, empty for a workflow without one. NULL until it is read from an older job.
  ALTER TABLE job_texts ADD COLUMN shape TEXT;
  CREATE INDEX job_texts_by_shape ON job_texts (shape);
  `,
  `
  -- Generation inputs of the model run that made a file, as in job_texts.
  CREATE TABLE asset_inputs (
    asset_id TEXT PRIMARY KEY,
    prompt TEXT NOT NULL,
    negative TEXT NOT NULL,
    model TEXT NOT NULL,
    seed TEXT NOT NULL,
    size TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER remove_asset_inputs AFTER DELETE ON assets BEGIN
    DELETE FROM asset_inputs WHERE asset_id = old.id;
  END;
  `,
];
