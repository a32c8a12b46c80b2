import type { z } from 'zod/mini';
import type { ErrorCode } from './error-codes';
import { Asset, FromHashBody, Health, Job, JobLogs, JobPage, SubmitBody, WorkflowReadback } from './schemas';

/**
 * Every operation of Job API v2 (contract-facts 2.1). One table drives the gateway's adapter, the console's client, the
 * published OpenAPI document and the conformance suite. Its words for people are in `operation-docs.ts`: the console,
 * which speaks the operations, does not load them.
 */

export type ResponseKind = 'json' | 'none' | 'bytes' | 'events';

export interface OperationResponse {
  kind: ResponseKind;
  /** How a reader takes the body: lenient. What the gateway's own are held to is in `written-schemas.ts`. */
  read?: z.ZodMiniType;
}

export interface Operation {
  method: 'GET' | 'POST' | 'HEAD' | 'DELETE';
  /** With `{name}` places. */
  path: string;
  body?: { kind: 'json' | 'multipart'; schema?: z.ZodMiniType };
  responses: Readonly<Record<number, OperationResponse>>;
  errors: readonly ErrorCode[];
  /** Answered without a credential even where the surface has one. */
  open?: boolean;
}

const COMMON = ['unauthorized', 'forbidden', 'upstream_error'] as const satisfies readonly ErrorCode[];
const PER_JOB = [...COMMON, 'not_found', 'rate_limited'] as const satisfies readonly ErrorCode[];

// Inferred, not annotated: `ResponseBody` reads the schema's own type out of the table.
const JOB = { kind: 'json', read: Job } as const satisfies OperationResponse;
const ASSET = { kind: 'json', read: Asset } as const satisfies OperationResponse;
const NOTHING = { kind: 'none' } as const satisfies OperationResponse;
const BYTES = { kind: 'bytes' } as const satisfies OperationResponse;

export const JOB_OPERATIONS = {
  postJobs: {
    method: 'POST',
    path: '/api/v2/jobs',
    body: { kind: 'json', schema: SubmitBody },
    responses: { 201: JOB },
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
    responses: { 200: { kind: 'json', read: JobPage } },
    errors: [...COMMON, 'invalid_request', 'rate_limited', 'not_implemented'],
  },
  getJob: {
    method: 'GET',
    path: '/api/v2/jobs/{id}',
    responses: { 200: JOB },
    errors: PER_JOB,
  },
  cancelJob: {
    method: 'POST',
    path: '/api/v2/jobs/{id}/cancel',
    responses: { 200: JOB },
    errors: PER_JOB,
  },
  getJobEvents: {
    method: 'GET',
    path: '/api/v2/jobs/{id}/events',
    responses: { 200: { kind: 'events' } },
    errors: [...PER_JOB, 'too_many_streams', 'not_implemented'],
  },
  getJobWorkflow: {
    method: 'GET',
    path: '/api/v2/jobs/{id}/workflow',
    responses: { 200: { kind: 'json', read: WorkflowReadback } },
    errors: PER_JOB,
  },
  getJobLogs: {
    method: 'GET',
    path: '/api/v2/jobs/{id}/logs',
    responses: {
      200: { kind: 'json', read: JobLogs },
      204: NOTHING,
    },
    errors: PER_JOB,
  },
  postAssets: {
    method: 'POST',
    path: '/api/v2/assets',
    body: { kind: 'multipart' },
    responses: { 201: ASSET, 200: ASSET },
    errors: [...COMMON, 'invalid_request', 'payload_too_large', 'hash_mismatch', 'idempotency_key_reuse'],
  },
  assetFromHash: {
    method: 'POST',
    path: '/api/v2/assets/from-hash',
    body: { kind: 'json', schema: FromHashBody },
    responses: { 201: ASSET, 200: ASSET },
    errors: [...COMMON, 'invalid_request', 'blob_not_found'],
  },
  headAssetByHash: {
    method: 'HEAD',
    path: '/api/v2/assets/by-hash/{hash}',
    responses: { 200: NOTHING },
    errors: ['unauthorized', 'not_found', 'upstream_error'],
  },
  getAsset: {
    method: 'GET',
    path: '/api/v2/assets/{id}',
    responses: { 200: ASSET },
    errors: [...COMMON, 'not_found'],
  },
  deleteAsset: {
    method: 'DELETE',
    path: '/api/v2/assets/{id}',
    responses: { 204: NOTHING },
    errors: [...COMMON, 'not_found', 'asset_in_use'],
  },
  getAssetContent: {
    method: 'GET',
    path: '/api/v2/assets/{id}/content',
    responses: {
      200: BYTES,
      206: BYTES,
      304: NOTHING,
    },
    errors: [...COMMON, 'not_found', 'range_not_satisfiable'],
  },
  getHealth: {
    method: 'GET',
    path: '/api/v2/health',
    open: true,
    responses: { 200: { kind: 'json', read: Health } },
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
