import { z } from 'zod/mini';

/**
 * Resources of the Job API, section 2. Objects are loose and response enumerations are open strings, so that additive changes
 * never break a client (section 9, rules J-9.05 and J-9.06). Strict variants for the gateway's responses are in
 * `written-schemas.ts`, request bodies in `body-schemas.ts`: the console loads neither.
 */

/** Our addition: state of each node of the graph (docs/api-notes.md, Node states). */
export const NodeState = z.looseObject({
  /** `waiting`, `cached`, `running`, `done` or `failed`. */
  state: z.string(),
  /** Run time of the node in milliseconds, once it has finished. */
  ms: z.optional(z.nullable(z.number())),
});
export type NodeState = z.infer<typeof NodeState>;

export const Progress = z.looseObject({
  /** Overall fraction, 0 to 1 inclusive, weighted by node count and sampler step. */
  value: z.number().check(z.minimum(0), z.maximum(1)),
  nodes_done: z.int(),
  nodes_total: z.int(),
  current_node: z.optional(z.nullable(z.string())),
  current_node_class: z.optional(z.nullable(z.string())),
  step: z.optional(z.nullable(z.int())),
  steps: z.optional(z.nullable(z.int())),
  message: z.optional(z.nullable(z.string())),
  /**
   * Our addition: the run does not advance, for the reason in `message`, such as an engine that does not respond. Of a canceled
   * job: its engine could not be told (docs/api-notes.md, Stalled runs).
   */
  stalled: z.optional(z.boolean()),
  nodes: z.optional(z.record(z.string(), NodeState)),
});
export type Progress = z.infer<typeof Progress>;

export const OUTPUT_TYPES = ['image', 'video', 'audio', 'text', 'file', 'latent'] as const;
export type OutputType = (typeof OUTPUT_TYPES)[number];

export const Output = z.looseObject({
  /** Node that reported the file; empty if the worker named none. */
  node_id: z.string(),
  name: z.string(),
  type: z.string(),
  content_type: z.string(),
  size_bytes: z.int(),
  /** UUID of the output's asset. */
  id: z.string(),
  hash: z.nullable(z.string()),
  url: z.string(),
  url_expires_at: z.string(),
  job_id: z.optional(z.nullable(z.string())),
  /** Our addition: why the gateway removed the content, `storage_limit`; absent while it is stored. */
  content_removed: z.optional(z.nullable(z.string())),
});
export type Output = z.infer<typeof Output>;

export const JobError = z.looseObject({
  code: z.string(),
  message: z.string(),
  node_id: z.optional(z.nullable(z.string())),
  class_type: z.optional(z.nullable(z.string())),
  traceback: z.optional(z.nullable(z.string())),
});
export type JobError = z.infer<typeof JobError>;

export const JobUrls = z.looseObject({
  self: z.string(),
  events: z.string(),
  cancel: z.string(),
  /** Absent: the surface captures no logs for any job. Present: clients follow the link; it may still return 204. */
  logs: z.optional(z.string()),
});
export type JobUrls = z.infer<typeof JobUrls>;

/** Maximum number of labels, which are short strings (docs/api-notes.md, Labels). */
export const MAX_LABELS = 16;
/** 1 to 40 letters, digits, `_`, `-` and `.`, as in the public service. */
export const LABEL_KEY = /^[A-Za-z0-9_.-]{1,40}$/;
export const MAX_LABEL_VALUE = 256;
export const Labels = z.record(z.string(), z.string());
export type Labels = z.infer<typeof Labels>;

export const Job = z.looseObject({
  id: z.string(),
  status: z.string(),
  created_at: z.string(),
  started_at: z.nullable(z.string()),
  completed_at: z.nullable(z.string()),
  expires_at: z.string(),
  queue_position: z.nullable(z.int()),
  progress: z.nullable(Progress),
  outputs: z.array(Output),
  error: z.nullable(JobError),
  /** Metrics that are not yet available are `null`. */
  metrics: z.optional(z.record(z.string(), z.nullable(z.int()))),
  urls: JobUrls,
  /** Third-party surfaces store a single text or other values here; lenient reading treats those as no labels. */
  metadata: z.optional(z.nullable(z.catch(Labels, {}))),
  /** Our addition: title of the output node, so that a job without a label has an early name. */
  output_title: z.optional(z.nullable(z.string())),
  /** Our addition: name of the engine that last got the job, if the gateway supports several. */
  engine: z.optional(z.nullable(z.string())),
});
export type Job = z.infer<typeof Job>;

/** Listed jobs of third-party surfaces may lack `outputs` and `urls` (rule J-4.80); details are then fetched by id. */
export const ListedJob = z.looseObject({
  ...Job.shape,
  started_at: z.optional(z.nullable(z.string())),
  completed_at: z.optional(z.nullable(z.string())),
  expires_at: z.optional(z.string()),
  queue_position: z.optional(z.nullable(z.int())),
  progress: z.optional(z.nullable(Progress)),
  outputs: z.optional(z.array(Output)),
  error: z.optional(z.nullable(JobError)),
  urls: z.optional(JobUrls),
});
export type ListedJob = z.infer<typeof ListedJob>;

export const JobPage = z.looseObject({
  jobs: z.array(Job),
  truncated: z.boolean(),
  next_cursor: z.optional(z.string()),
});
export type JobPage = z.infer<typeof JobPage>;

export const WorkflowReadback = z.looseObject({ workflow: z.looseObject({}), format: z.string() });
export type WorkflowReadback = z.infer<typeof WorkflowReadback>;

export const JobLogs = z.looseObject({
  text: z.string(),
  /** Whether the beginning was dropped; the tail is retained. */
  truncated: z.boolean(),
  captured_at: z.string(),
  complete: z.boolean(),
});
export type JobLogs = z.infer<typeof JobLogs>;

/** Tag of the files that a gateway copied from the responses of models. */
export const RESULT_TAG = 'model-result';

export const Asset = z.looseObject({
  id: z.string(),
  hash: z.nullable(z.string()),
  size_bytes: z.int(),
  content_type: z.string(),
  created_at: z.string(),
  url: z.string(),
  url_expires_at: z.string(),
  file_path: z.optional(z.nullable(z.string())),
  /** On create responses only; true only if a new blob was stored. */
  created_new: z.optional(z.boolean()),
  /** Our addition, as in outputs. */
  content_removed: z.optional(z.nullable(z.string())),
  /** `null` or absent: retained without a deadline. */
  expires_at: z.optional(z.nullable(z.string())),
  job_id: z.optional(z.nullable(z.string())),
  tags: z.optional(z.catch(z.array(z.string()), [])),
});
export type Asset = z.infer<typeof Asset>;

export const MIN_EXPIRES_IN_S = 60;
export const MAX_EXPIRES_IN_S = 604_800;

export const Health = z.looseObject({ status: z.string(), upstream: z.optional(z.nullable(z.string())) });
export type Health = z.infer<typeof Health>;
