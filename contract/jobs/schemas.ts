import { z } from 'zod/mini';

/**
 * Resources of the Job API, section 2. Objects are loose and enumerations of answers are open strings: additive change
 * never breaks a reader (section 9, rules J-9.05 and J-9.06). What the gateway writes is held to the strict variants
 * of `written-schemas.ts`, and what it reads of requests is in `body-schemas.ts`: the console loads neither.
 */

/** Ours, additive: what each node of the graph is doing (docs/api-notes.md, Node states). */
export const NodeState = z.looseObject({
  /** waiting, cached, running, done, failed */
  state: z.string(),
  /** Milliseconds the node has taken, once it ended. */
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
  nodes: z.optional(z.record(z.string(), NodeState)),
});
export type Progress = z.infer<typeof Progress>;

export const OUTPUT_TYPES = ['image', 'video', 'audio', 'text', 'file', 'latent'] as const;
export type OutputType = (typeof OUTPUT_TYPES)[number];

export const Output = z.looseObject({
  /** The node that reported the file; empty when the worker named none. */
  node_id: z.string(),
  name: z.string(),
  type: z.string(),
  content_type: z.string(),
  size_bytes: z.int(),
  /** UUID of the asset that this output is. */
  id: z.string(),
  hash: z.nullable(z.string()),
  url: z.string(),
  url_expires_at: z.string(),
  job_id: z.optional(z.nullable(z.string())),
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
  /** Absent: the surface captures no logs for any job. Present: follow it; it may still answer 204. */
  logs: z.optional(z.string()),
});
export type JobUrls = z.infer<typeof JobUrls>;

/** Labels, at most 16 short strings (docs/api-notes.md, Labels). */
export const MAX_LABELS = 16;
/** 1 to 40 letters, digits, `_`, `-` and `.`, as the public service takes them. */
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
  /** A metric that is not available yet is null. */
  metrics: z.optional(z.record(z.string(), z.nullable(z.int()))),
  urls: JobUrls,
  /** Third-party surfaces store one text here, or other values: a job without labels, to a lenient reader. */
  metadata: z.optional(z.nullable(z.catch(Labels, {}))),
  /** Ours, additive: what the node is called that makes the result, so that a job without a label has a name early. */
  output_title: z.optional(z.nullable(z.string())),
  /** Ours, additive: the name of the engine that the job was handed to last, if the gateway can have several. */
  engine: z.optional(z.nullable(z.string())),
});
export type Job = z.infer<typeof Job>;

/** Items of foreign listings may lack `outputs` and `urls` (rule J-4.80): details are then read by id. */
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
  /** The beginning was dropped; the tail is kept. */
  truncated: z.boolean(),
  captured_at: z.string(),
  complete: z.boolean(),
});
export type JobLogs = z.infer<typeof JobLogs>;

export const Asset = z.looseObject({
  id: z.string(),
  hash: z.nullable(z.string()),
  size_bytes: z.int(),
  content_type: z.string(),
  created_at: z.string(),
  url: z.string(),
  url_expires_at: z.string(),
  file_path: z.optional(z.nullable(z.string())),
  /** On create answers only; true only when a new blob was stored. */
  created_new: z.optional(z.boolean()),
  /** Null or absent: kept without a deadline. */
  expires_at: z.optional(z.nullable(z.string())),
  job_id: z.optional(z.nullable(z.string())),
});
export type Asset = z.infer<typeof Asset>;

export const MIN_EXPIRES_IN_S = 60;
export const MAX_EXPIRES_IN_S = 604_800;

export const Health = z.looseObject({ status: z.string(), upstream: z.optional(z.nullable(z.string())) });
export type Health = z.infer<typeof Health>;
