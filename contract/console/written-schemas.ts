import { z } from 'zod/mini';
import { JOB_STATUSES } from '../jobs/lifecycle';
import { dateTime, WrittenAsset, WrittenJob, WrittenOutput, writtenSchema } from '../jobs/written-schemas';
import { NodeDefinition } from '../workflow/node-definitions';
import { ChangedRecords, CuratedRecords } from './curated-records';
import { Diagnostics } from './diagnostics';
import { ComfyTemplate, ComfyTemplates, ModelFile, ModelFiles } from './engine-library';
import { ENGINE_FINDINGS, ENGINE_OBSTACLES, EngineProbe, FoundEngines } from './engine-probe';
import { GatewayStatus } from './gateway-status';
import { PROMPT_FIELDS, PromptHistoryPage } from './prompt-history';
import { ProviderKeyEntry, ProviderKeyList } from './provider-keys';
import { MovedJob } from './queue';
import * as read from './schemas';
import { WebhookAttempt, WebhookState } from './webhook';
import { WEBHOOK_FORMATS, WEBHOOK_JOBS } from './webhook-changes';

/** Strict schemas of this gateway's own console responses: closed objects with all fields. */

const count = z.int().check(z.minimum(0));
const problem = z.strictObject({ problem: z.nullable(z.string()) });

const WrittenComfyui = z.strictObject({
  url: z.url(),
  state: z.enum(['unknown', 'here', 'away']),
  version: z.nullable(z.string()),
  memory: z.nullable(
    z.strictObject({
      totalBytes: z.nullable(count),
      freeBytes: z.nullable(count),
      devices: z.array(
        z.strictObject({ name: z.string(), totalBytes: z.nullable(count), freeBytes: z.nullable(count) }),
      ),
    }),
  ),
  unreachableSince: z.nullable(z.number()),
  queue: z.nullable(z.strictObject({ prompts: count, foreign: count })),
});

const WrittenStatus = z.strictObject({
  version: z.string(),
  engine: z.strictObject({
    name: z.enum(['embedded', 'comfyui', 'scripted']),
    label: z.string(),
    isReady: z.boolean(),
    waitingReason: z.nullable(z.string()),
    comfyui: z.nullable(WrittenComfyui),
  }),
  engines: z.array(
    z.strictObject({
      name: z.string(),
      state: z.enum(['active', 'draining', 'removed']),
      drainedBy: z.nullable(z.enum(['config', 'console'])),
      movesTo: z.nullable(z.string()),
      comfyui: z.nullable(WrittenComfyui),
      jobs: z.array(z.string()),
    }),
  ),
  config: problem,
  queue: z.strictObject({
    state: z.enum(['running', 'paused']),
    pausedAt: z.nullable(z.number()),
    waiting: count,
    atEngine: z.array(z.string()),
  }),
  storage: problem,
  backup: z.nullable(z.strictObject({ problem: z.nullable(z.string()), madeAt: z.nullable(count) })),
  surfaces: problem,
  records: z.strictObject({ store: z.string(), version: count }),
  memory: z.nullable(z.strictObject({ totalBytes: count, freeBytes: count })),
  jobs: z.record(z.enum(JOB_STATUSES), count),
  disk: z.strictObject({ freeBytes: z.nullable(count) }),
  limits: z.strictObject({ maxUploadBytes: count, queueDepth: count, retentionMs: count, parallelJobs: count }),
});

const WrittenEngineProbe = z.strictObject({
  finding: z.enum(ENGINE_FINDINGS),
  url: z.nullable(z.url()),
  version: z.nullable(z.string()),
  nodeClasses: z.nullable(count),
  hasUnreadableClasses: z.boolean(),
  device: z.nullable(z.string()),
  redirectsTo: z.nullable(z.url()),
  isConnected: z.boolean(),
  problem: z.nullable(
    z.strictObject({
      obstacle: z.enum(ENGINE_OBSTACLES),
      file: z.nullable(z.string()),
      line: z.nullable(z.string()),
    }),
  ),
});

const WrittenSearchPage = z.strictObject({
  jobs: z.array(WrittenJob),
  truncated: z.boolean(),
  next_cursor: z.optional(z.string()),
  counts: z.optional(z.partialRecord(z.enum(JOB_STATUSES), count)),
  counts_at_least: z.optional(z.literal(true)),
  inputs_pending: z.optional(count),
});

const summaryStats = {
  total: count,
  ended: count,
  failed: count,
  waitMs: z.nullable(count),
  runMs: z.nullable(count),
};

const space = { files: count, bytes: count };
const namedJob = { id: z.string(), title: z.nullable(z.string()) };

const WrittenStorageUsage = z.strictObject({
  uploads: z.strictObject(space),
  outputs: z.strictObject(space),
  trash: z.strictObject(space),
  largest_jobs: z.array(z.strictObject({ ...namedJob, ...space })),
  deleted_jobs: z.array(z.strictObject({ ...namedJob, restorable_until: dateTime })),
  unlisted_files: z.nullable(z.strictObject(space)),
  free_bytes: z.nullable(count),
  removed: z.strictObject(space),
  limit: z.nullable(z.strictObject({ bytes: count, used_bytes: count, is_exceeded_by_protected: z.boolean() })),
  forecast: z.nullable(
    z.strictObject({
      bytes_per_day: count,
      days: z.int().check(z.minimum(1), z.maximum(7)),
      reaches: z.enum(['limit', 'disk']),
      in_days: z.number().check(z.minimum(0)),
    }),
  ),
});

const WrittenNextRemovals = z.strictObject({
  is_due: z.boolean(),
  ...space,
  oldest: z.nullable(dateTime),
  newest: z.nullable(dateTime),
  assets: z.array(WrittenAsset),
});

const WrittenListedAsset = z.extend(WrittenAsset, {
  in_use: z.boolean(),
  job_title: z.optional(z.string()),
  batch_id: z.optional(z.string()),
  node_id: z.optional(z.string()),
  node_title: z.optional(z.string()),
});

const WrittenPromptHistory = z.strictObject({
  field: z.enum(PROMPT_FIELDS),
  prompts: z.array(
    z.strictObject({
      text: z.string().check(z.minLength(1)),
      runs: z.int().check(z.positive()),
      ran_at: dateTime,
      outputs: z.array(WrittenOutput).check(z.maxLength(1)),
    }),
  ),
  next_cursor: z.optional(z.string()),
  inputs_pending: z.optional(count),
});

const WrittenModelMetadata = z.strictObject(read.ModelMetadata.shape);

const WrittenAttempt = z.strictObject({
  at: z.number(),
  type: z.enum(['job.ended', 'batch.ended', 'test']),
  status: z.nullable(z.int()),
  problem: z.nullable(z.string()),
});

const WrittenWebhook = z.strictObject({
  webhook: z.nullable(
    z.strictObject({
      url: z.url(),
      format: z.enum(WEBHOOK_FORMATS),
      jobs: z.enum(WEBHOOK_JOBS),
      allow_private: z.boolean(),
      has_secret: z.boolean(),
    }),
  ),
  set_by_flags: z.boolean(),
  waiting: count,
  next_attempt_at: z.nullable(z.number()),
  given_up: count,
  last_attempt: z.nullable(WrittenAttempt),
  last_delivered_at: z.nullable(z.number()),
});

const GivenFlag = z.strictObject({
  name: z.string(),
  /** `null` for a flag without a value; `[removed]` for one that is a credential. */
  value: z.nullable(z.string()),
  from: z.enum(['flag', 'variable']),
});
export type GivenFlag = z.infer<typeof GivenFlag>;

const Platform = z.strictObject({
  /** Such as `linux 6.8.0 x64`. */
  system: z.string(),
  /** Such as `v20.20.0`. */
  node: z.string(),
  /** Milliseconds since the process was started. */
  uptime_ms: z.number(),
  /** Bytes of memory that the process uses. */
  memory_bytes: count,
});
export type Platform = z.infer<typeof Platform>;

export const WrittenDiagnostics = z.strictObject({
  made_at: dateTime,
  version: z.string(),
  /** `null` for a gateway in a browser. */
  platform: z.nullable(Platform),
  /** Flags and variables that this start was given. */
  flags: z.array(GivenFlag),
  status: z.nullable(WrittenStatus),
  counters: z.strictObject({
    jobs: z.partialRecord(z.enum(JOB_STATUSES), count),
    outputs: z.strictObject(space),
    uploads: z.strictObject(space),
    deleted: z.strictObject(space),
    removed: z.strictObject(space),
    models: count,
  }),
  /** The last lines of the log, oldest first, each as JSON text. */
  log: z.array(z.string()),
});
export type WrittenDiagnostics = z.infer<typeof WrittenDiagnostics>;

const WRITTEN = new Map<unknown, z.ZodMiniType>([
  [GatewayStatus, WrittenStatus],
  [Diagnostics, WrittenDiagnostics],
  [EngineProbe, WrittenEngineProbe],
  [FoundEngines, z.strictObject({ engines: z.array(WrittenEngineProbe) })],
  [
    ModelFiles,
    z.strictObject({
      folders: z.array(z.strictObject({ name: z.string(), files: z.array(z.strictObject(ModelFile.shape)) })),
    }),
  ],
  [
    ComfyTemplates,
    z.strictObject({
      templates: z.array(z.strictObject({ ...ComfyTemplate.shape, min_comfyui_version: z.nullable(z.string()) })),
      failed: z.array(z.string()),
    }),
  ],
  [read.Session, z.strictObject(read.Session.shape)],
  [read.NewSession, z.strictObject(read.NewSession.shape)],
  [read.ObjectInfo, z.record(z.string(), NodeDefinition)],
  [
    read.LastSeenClasses,
    z.strictObject({ readAt: z.nullable(z.number()), classes: z.record(z.string(), NodeDefinition) }),
  ],
  [read.JobSearchPage, WrittenSearchPage],
  [PromptHistoryPage, WrittenPromptHistory],
  [read.ReadJobs, z.strictObject({ jobs: z.array(WrittenJob) })],
  [read.JobSummary, z.strictObject({ ...summaryStats, buckets: z.array(z.strictObject(summaryStats)) })],
  [
    read.DeletedJobs,
    z.strictObject({
      deleted: z.array(z.string()),
      skipped: z.array(z.strictObject({ id: z.string(), reason: z.enum(['not_found', 'not_finished']) })),
      restorable_until: dateTime,
    }),
  ],
  [
    MovedJob,
    z.discriminatedUnion('moved', [
      z.strictObject({ moved: z.literal(true), queue_position: z.int().check(z.positive()), previous_place: z.int() }),
      z.strictObject({ moved: z.literal(false), reason: z.enum(['not_found', 'not_waiting', 'at_engine']) }),
    ]),
  ],
  [CuratedRecords, z.strictObject(CuratedRecords.shape)],
  [ChangedRecords, z.strictObject(ChangedRecords.shape)],
  [read.RestoredJobs, z.strictObject(read.RestoredJobs.shape)],
  [read.RenamedJob, z.strictObject(read.RenamedJob.shape)],
  [read.StorageUsage, WrittenStorageUsage],
  [read.NextRemovals, WrittenNextRemovals],
  [
    read.AssetPage,
    z.strictObject({
      assets: z.array(WrittenListedAsset),
      next_cursor: z.optional(z.string()),
      counts: z.optional(z.strictObject({ uploads: count, outputs: count })),
      inputs_pending: z.optional(count),
    }),
  ],
  [
    read.ModelMetadataList,
    z.strictObject({
      build: z.string(),
      configProblem: z.nullable(z.string()),
      catalogProblem: z.nullable(z.string()),
      models: z.array(WrittenModelMetadata),
    }),
  ],
  [
    ProviderKeyList,
    z.strictObject({
      keys: z.array(
        z.strictObject({
          ...ProviderKeyEntry.shape,
          entered: z.nullable(z.strictObject({ at: dateTime, origin: z.string() })),
        }),
      ),
      problem: z.nullable(z.string()),
    }),
  ],
  [WebhookState, WrittenWebhook],
  [WebhookAttempt, WrittenAttempt],
  [read.PublishedInput, z.strictObject({ url: z.url() })],
]);

/** Returns the strict variant of a lenient schema; the same one if there is no variant. */
export function writtenConsoleSchema(schema: z.ZodMiniType | undefined): z.ZodMiniType | undefined {
  return WRITTEN.get(schema) ?? writtenSchema(schema);
}
