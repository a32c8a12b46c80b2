import { z } from 'zod/mini';
import { QueueStatus } from './queue';

const bytes = z.optional(z.nullable(z.number()));

export const ComfyuiMemory = z.looseObject({
  totalBytes: bytes,
  freeBytes: bytes,
  devices: z.array(z.looseObject({ name: z.string(), totalBytes: bytes, freeBytes: bytes })),
});
export type ComfyuiMemory = z.infer<typeof ComfyuiMemory>;

export const ComfyuiConnection = z.looseObject({
  /** Base URL that the gateway tries. */
  url: z.string(),
  /** `here`, `away`, or `unknown` before the first attempt has finished. */
  state: z.string(),
  version: z.optional(z.nullable(z.string())),
  memory: z.optional(z.nullable(ComfyuiMemory)),
  /** Unix milliseconds when it became unreachable. */
  unreachableSince: z.optional(z.nullable(z.number())),
  /** Queue of this ComfyUI; `foreign`: prompts of other clients. */
  queue: z.optional(z.nullable(z.looseObject({ prompts: z.number(), foreign: z.number() }))),
});
export type ComfyuiConnection = z.infer<typeof ComfyuiConnection>;

export const EngineStatus = z.looseObject({
  name: z.string(),
  /** `active`, `draining`, or `removed`: draining and no longer configured. */
  state: z.string(),
  /** `config` or `console`. */
  drainedBy: z.optional(z.nullable(z.string())),
  /** URL to use once its current job has finished. */
  movesTo: z.optional(z.nullable(z.string())),
  /** `null` for the embedded engine. */
  comfyui: z.nullable(ComfyuiConnection),
  /** Ids of its active jobs. */
  jobs: z.array(z.string()),
});
export type EngineStatus = z.infer<typeof EngineStatus>;

/** Gateway health as the shell shows it. */
export const GatewayStatus = z.looseObject({
  version: z.string(),
  engine: z.looseObject({
    name: z.string(),
    label: z.string(),
    isReady: z.boolean(),
    waitingReason: z.optional(z.nullable(z.string())),
    /** `null`: the gateway was started with an engine that never uses ComfyUI. */
    comfyui: z.optional(z.nullable(ComfyuiConnection)),
  }),
  /** All engines in the order in which they get jobs; absent or empty if the gateway cannot have several. */
  engines: z.optional(z.array(EngineStatus)),
  /** Why the configuration file is not in use, one sentence per line. */
  config: z.optional(z.looseObject({ problem: z.nullable(z.string()) })),
  /** Absent: the gateway has no queue control. */
  queue: z.optional(QueueStatus),
  /** Problem with the data folder, as a sentence. */
  storage: z.optional(z.looseObject({ problem: z.nullable(z.string()) })),
  /** Scheduled backups: why the last one failed or what it lacks, and Unix milliseconds of the newest; `null`: none are scheduled. */
  backup: z.optional(z.nullable(z.looseObject({ problem: z.nullable(z.string()), madeAt: z.nullable(z.number()) }))),
  /** Problem with the configured surfaces, as a sentence. */
  surfaces: z.optional(z.looseObject({ problem: z.nullable(z.string()) })),
  /** Which curated records it keeps, and their last change, as in `CuratedRecords`. */
  records: z.optional(z.looseObject({ store: z.string(), version: z.number() })),
  /** Memory of the gateway's machine. */
  memory: z.optional(z.nullable(z.looseObject({ totalBytes: z.number(), freeBytes: z.number() }))),
  disk: z.optional(z.looseObject({ freeBytes: bytes })),
  /** Number of jobs by status. */
  jobs: z.record(z.string(), z.number()),
  limits: z.looseObject({
    maxUploadBytes: z.number(),
    queueDepth: z.number(),
    retentionMs: z.optional(z.number()),
    parallelJobs: z.optional(z.number()),
  }),
});
export type GatewayStatus = z.infer<typeof GatewayStatus>;
