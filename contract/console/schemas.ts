import { z } from 'zod/mini';
import { Asset } from '../jobs/schemas';

/**
 * Responses of the private console operations as the console reads them: another gateway behind the relay may be older or newer.
 * Strict schemas of this gateway's responses are in `written-schemas.ts`; surfaces are in `surfaces.ts`, the status in
 * `gateway-status.ts`.
 */

export const Session = z.looseObject({ needsToken: z.boolean(), isSignedIn: z.boolean() });

/** `null` if the gateway needs no token. */
export const NewSession = z.looseObject({ proof: z.nullable(z.string()) });

/** By class name. Entries are parsed individually (`NodeDefinition`), so that an invalid one does not hide the rest. */
export const ObjectInfo = z.record(z.string(), z.unknown());

/** Classes of servers that do not respond, as they were listed last. `readAt`: Unix milliseconds; `null` if there are none. */
export const LastSeenClasses = z.looseObject({ readAt: z.nullable(z.number()), classes: ObjectInfo });

/** Page of the public listing, plus counts. Jobs are parsed individually, as there. */
export const JobSearchPage = z.looseObject({
  jobs: z.array(z.unknown()),
  truncated: z.boolean(),
  next_cursor: z.optional(z.string()),
  /** Matches per status, ignoring the status filter; on the first page only. */
  counts: z.optional(z.record(z.string(), z.number())),
  /** True if the counts are lower bounds. */
  counts_at_least: z.optional(z.boolean()),
  /** Number of older jobs that a search for generation inputs cannot find yet. */
  inputs_pending: z.optional(z.number()),
});
export type JobSearchPage = z.infer<typeof JobSearchPage>;

export const ReadJobs = z.looseObject({ jobs: z.array(z.unknown()) });
/** Whole jobs per response, as in a page of the list. */
export const MAX_READ_JOBS = 100;

const summaryStats = {
  /** Number of submitted jobs. */
  total: z.number(),
  /** Finished jobs among them, and failed ones. */
  ended: z.number(),
  failed: z.number(),
  /** Medians in milliseconds; `null` if no job has started, or none has finished its run. */
  waitMs: z.nullable(z.number()),
  runMs: z.nullable(z.number()),
};
export const JobSummaryStats = z.looseObject(summaryStats);
export type JobSummaryStats = z.infer<typeof JobSummaryStats>;

export const JobSummary = z.looseObject({
  ...summaryStats,
  /** Equal parts of the requested time range, oldest first. */
  buckets: z.array(JobSummaryStats),
});
export type JobSummary = z.infer<typeof JobSummary>;

/** Maximum number of ids per request to delete or restore jobs. */
export const MAX_JOB_IDS = 1000;

export const DeletedJobs = z.looseObject({
  deleted: z.array(z.string()),
  skipped: z.array(z.looseObject({ id: z.string(), reason: z.string() })),
  restorable_until: z.optional(z.string()),
});

export const RestoredJobs = z.looseObject({ restored: z.array(z.string()) });

export const RenamedJob = z.looseObject({ renamed: z.boolean() });

const SpaceUsed = z.looseObject({ files: z.number(), bytes: z.number() });

/** Storage usage of the gateway, and the deleted jobs that can be restored. */
export const StorageUsage = z.looseObject({
  uploads: SpaceUsed,
  outputs: SpaceUsed,
  trash: SpaceUsed,
  largest_jobs: z.array(
    z.looseObject({ id: z.string(), title: z.nullable(z.string()), files: z.number(), bytes: z.number() }),
  ),
  deleted_jobs: z.array(z.looseObject({ id: z.string(), title: z.nullable(z.string()), restorable_until: z.string() })),
  /** Files that the database does not list because it is an older copy, until the owner has decided. */
  unlisted_files: z.optional(z.nullable(SpaceUsed)),
  free_bytes: z.nullable(z.number()),
  /** Outputs that the gateway removed to keep its limit, with their former sizes. Older gateways do not send it and what follows. */
  removed: z.optional(SpaceUsed),
  /** What `--max-storage` sets; `null`: no limit. */
  limit: z.optional(
    z.nullable(
      z.looseObject({
        bytes: z.number(),
        /** Of outputs and uploads, each content once. */
        used_bytes: z.number(),
        /** The files that must stay exceed the limit on their own: nothing is removed. */
        is_exceeded_by_protected: z.boolean(),
      }),
    ),
  ),
  /** `null` if nothing was stored in the last days, or if neither a limit nor the free space of the disk is known. */
  forecast: z.optional(
    z.nullable(
      z.looseObject({
        /** Average of the last days, of the files that still exist. */
        bytes_per_day: z.number(),
        /** Number of days of that average, at most seven. */
        days: z.number(),
        /** What is reached first: `limit` or `disk`. */
        reaches: z.string(),
        /** Days until then at that rate; 0 if it is reached. */
        in_days: z.number(),
      }),
    ),
  ),
});
export type StorageUsage = z.infer<typeof StorageUsage>;
export type StorageForecast = NonNullable<StorageUsage['forecast']>;

/** What the storage limit removes next: what exceeds it, or else the first outputs in the order in which they go. */
export const NextRemovals = z.looseObject({
  /** They exceed the limit, and go with the next check. */
  is_due: z.boolean(),
  files: z.number(),
  bytes: z.number(),
  /** When the first and the last of them were created; `null` if there are none. */
  oldest: z.nullable(z.string()),
  newest: z.nullable(z.string()),
  /** The first of them. */
  assets: z.array(Asset),
});
export type NextRemovals = z.infer<typeof NextRemovals>;

export const ListedAsset = z.looseObject({
  ...Asset.shape,
  in_use: z.optional(z.boolean()),
  /** Set for outputs whose job has a title and still exists. */
  job_title: z.optional(z.string()),
  /** Set for outputs of a batch whose job still exists. */
  batch_id: z.optional(z.string()),
  /** Set for outputs whose job still exists. */
  node_id: z.optional(z.string()),
  node_title: z.optional(z.string()),
});
export type ListedAsset = z.infer<typeof ListedAsset>;

export const AssetPage = z.looseObject({
  assets: z.array(ListedAsset),
  next_cursor: z.optional(z.string()),
  /** On the first page only. */
  counts: z.optional(z.looseObject({ uploads: z.number(), outputs: z.number() })),
  /** Set if a search for generation inputs cannot find the outputs of all jobs yet. */
  inputs_pending: z.optional(z.number()),
});
export type AssetPage = z.infer<typeof AssetPage>;

export const ModelMetadata = z.looseObject({
  id: z.string(),
  /** `null`: the model has only an id. */
  title: z.nullable(z.string()),
  /** One-sentence description; empty if unknown. */
  summary: z.string(),
  /** `text`, `image`, `video`, `audio`, `3d`; empty if unknown. */
  inputModalities: z.array(z.string()),
  outputModalities: z.array(z.string()),
  isFree: z.boolean(),
  /** Whether the provider can load loopback URLs of the gateway. */
  isLocal: z.boolean(),
  /** Host for file uploads of this model; `null`: none. */
  uploadHost: z.nullable(z.string()),
  /** Name of the provider whose key is missing, so that runs fail before they are sent; `null`: the model can run. */
  missingKeyOf: z._default(z.nullable(z.string()), null),
});
export type ModelMetadata = z.infer<typeof ModelMetadata>;

export const ModelMetadataList = z.looseObject({
  /** Changes when the model list changes. */
  build: z.string(),
  /** Why the configuration on disk is not in use. */
  configProblem: z.nullable(z.string()),
  /** Unreachable remote routers, whose models are the last known ones. */
  catalogProblem: z._default(z.nullable(z.string()), null),
  models: z.array(ModelMetadata),
});

export const PublishedInput = z.looseObject({ url: z.string() });
