import type { z } from 'zod/mini';
import type { ErrorCode } from './errors';
import { Asset, FromHashBody, Health, Job, JobLogs, JobPage, SubmitBody, WorkflowReadback } from './schemas';
import { WrittenAsset, WrittenJob, WrittenJobPage } from './schemas';

/**
 * Every operation of Job API v2 (contract-facts 2.1). One table drives the gateway's adapter, the console's client, the
 * published OpenAPI document and the conformance suite.
 */

export type ResponseKind = 'json' | 'none' | 'bytes' | 'events';

export interface OperationResponse {
  kind: ResponseKind;
  description: string;
  /** How a reader takes the body: lenient. */
  read?: z.ZodMiniType;
  /** What the gateway's own answers are held to; `read` where the two do not differ. */
  write?: z.ZodMiniType;
}

export interface Operation {
  method: 'GET' | 'POST' | 'HEAD' | 'DELETE';
  /** With `{name}` places. */
  path: string;
  summary: string;
  query?: Readonly<Record<string, string>>;
  body?: { kind: 'json' | 'multipart'; schema?: z.ZodMiniType; parts?: Readonly<Record<string, string>> };
  headers?: Readonly<Record<string, string>>;
  responses: Readonly<Record<number, OperationResponse>>;
  errors: readonly ErrorCode[];
  /** Answered without a credential even where the surface has one. */
  open?: boolean;
}

const COMMON = ['unauthorized', 'forbidden', 'upstream_error'] as const satisfies readonly ErrorCode[];
const PER_JOB = [...COMMON, 'not_found', 'rate_limited'] as const satisfies readonly ErrorCode[];

// Inferred, not annotated: `ResponseBody` reads the schema's own type out of the table.
const job = (description: string) =>
  ({ kind: 'json', description, read: Job, write: WrittenJob }) as const satisfies OperationResponse;
const asset = (description: string) =>
  ({ kind: 'json', description, read: Asset, write: WrittenAsset }) as const satisfies OperationResponse;

const IDEMPOTENCY_HEADER = {
  'Idempotency-Key': 'Single use, at most 255 characters, a UUID is recommended. A second request with it is refused.',
} as const;

export const JOB_OPERATIONS = {
  postJobs: {
    method: 'POST',
    path: '/api/v2/jobs',
    summary: 'Submit a workflow for execution',
    headers: IDEMPOTENCY_HEADER,
    body: { kind: 'json', schema: SubmitBody },
    responses: { 201: job('The job is durably recorded and queued') },
    errors: [
      ...COMMON,
      'insufficient_credits',
      'invalid_workflow',
      'workflow_format_ui',
      'missing_asset',
      'idempotency_key_reuse',
      'deployment_stopped',
      'queue_full',
      'deployment_not_ready',
    ],
  },
  listJobs: {
    method: 'GET',
    path: '/api/v2/jobs',
    summary: "List the caller's jobs, newest first",
    query: {
      limit: 'Page size, 1 to 100, default 50',
      cursor: 'Where the walk goes on, from next_cursor',
      status: 'One or more statuses separated by commas',
      'metadata[key]': 'Exact match of a label; repeat for more, all must match',
    },
    responses: { 200: { kind: 'json', description: 'One page', read: JobPage, write: WrittenJobPage } },
    errors: [...COMMON, 'invalid_request', 'rate_limited', 'not_implemented'],
  },
  getJob: {
    method: 'GET',
    path: '/api/v2/jobs/{id}',
    summary: 'Read the authoritative view of a job',
    responses: { 200: job('Status, latest progress and the outputs committed so far') },
    errors: PER_JOB,
  },
  cancelJob: {
    method: 'POST',
    path: '/api/v2/jobs/{id}/cancel',
    summary: 'Ask for cancellation; idempotent',
    responses: { 200: job('The job, canceling or terminal') },
    errors: PER_JOB,
  },
  getJobEvents: {
    method: 'GET',
    path: '/api/v2/jobs/{id}/events',
    summary: 'Follow a job by server-sent events',
    responses: { 200: { kind: 'events', description: 'Snapshot, updates, then the end of the body' } },
    errors: [...PER_JOB, 'too_many_streams', 'not_implemented'],
  },
  getJobWorkflow: {
    method: 'GET',
    path: '/api/v2/jobs/{id}/workflow',
    summary: 'Read back the workflow as it was submitted',
    responses: { 200: { kind: 'json', description: 'Never with extra_data', read: WorkflowReadback } },
    errors: PER_JOB,
  },
  getJobLogs: {
    method: 'GET',
    path: '/api/v2/jobs/{id}/logs',
    summary: 'Read what the run printed',
    responses: {
      200: { kind: 'json', description: 'The captured text; untrusted, show as plain text', read: JobLogs },
      204: { kind: 'none', description: 'This job has no log' },
    },
    errors: PER_JOB,
  },
  postAssets: {
    method: 'POST',
    path: '/api/v2/assets',
    summary: 'Upload an input',
    headers: IDEMPOTENCY_HEADER,
    body: {
      kind: 'multipart',
      parts: {
        content_type: 'Media type of the file; required, before the file',
        file_path: 'Name, such as photo.png; required, before the file',
        expected_hash: 'blake3:<hex> of the bytes; a difference is answered 409 and nothing is stored',
        tags: 'Repeatable',
        expires_in: 'Seconds, 60 to 604800',
        file: 'The bytes; required, the last part',
      },
    },
    responses: { 201: asset('A new blob was stored'), 200: asset('The bytes were already known') },
    errors: [...COMMON, 'invalid_request', 'payload_too_large', 'hash_mismatch', 'idempotency_key_reuse'],
  },
  assetFromHash: {
    method: 'POST',
    path: '/api/v2/assets/from-hash',
    summary: 'Make an asset from bytes that the surface already has',
    body: { kind: 'json', schema: FromHashBody },
    responses: { 201: asset('A new reference'), 200: asset('The same reference existed') },
    errors: [...COMMON, 'invalid_request', 'blob_not_found'],
  },
  headAssetByHash: {
    method: 'HEAD',
    path: '/api/v2/assets/by-hash/{hash}',
    summary: 'Ask whether bytes are known',
    responses: { 200: { kind: 'none', description: 'Known' } },
    errors: ['unauthorized', 'not_found', 'upstream_error'],
  },
  getAsset: {
    method: 'GET',
    path: '/api/v2/assets/{id}',
    summary: 'Read an asset record, with a fresh url',
    responses: { 200: asset('The record') },
    errors: [...COMMON, 'not_found'],
  },
  deleteAsset: {
    method: 'DELETE',
    path: '/api/v2/assets/{id}',
    summary: 'Delete an asset',
    responses: { 204: { kind: 'none', description: 'Deleted' } },
    errors: [...COMMON, 'not_found', 'asset_in_use'],
  },
  getAssetContent: {
    method: 'GET',
    path: '/api/v2/assets/{id}/content',
    summary: 'Read the bytes; one range is honoured',
    query: { thumb: 'Longest side in pixels of a small WebP instead of the original (ours)' },
    responses: {
      200: { kind: 'bytes', description: 'All bytes' },
      206: { kind: 'bytes', description: 'The range asked for' },
      304: { kind: 'none', description: 'Unchanged: content is immutable' },
    },
    errors: [...COMMON, 'not_found', 'range_not_satisfiable'],
  },
  getHealth: {
    method: 'GET',
    path: '/api/v2/health',
    summary: 'Tell that the surface answers',
    open: true,
    responses: { 200: { kind: 'json', description: 'Healthy', read: Health } },
    errors: [],
  },
} as const satisfies Record<string, Operation>;

export type JobOperationId = keyof typeof JOB_OPERATIONS;

/** The body type of an operation's JSON answer. */
export type ResponseBody<Id extends JobOperationId> = (typeof JOB_OPERATIONS)[Id]['responses'] extends infer Responses
  ? Responses[keyof Responses] extends infer Response
    ? Response extends { read: infer Schema extends z.ZodMiniType }
      ? z.infer<Schema>
      : never
    : never
  : never;
