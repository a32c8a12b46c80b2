import type { Operation, OperationResponse, ResponseBody } from '../operation';
import { Asset, Health, Job, JobLogs, JobPage, WorkflowReadback } from './schemas';

/**
 * All operations of Job API v2 (docs/api-notes.md, Operations). This table drives the gateway's adapter, the console's client,
 * the published OpenAPI document and the conformance suite. Descriptions (`operation-docs.ts`) and request and error specs
 * (`operation-specs.ts`) are separate, since the console does not load them.
 */

// Inferred, not annotated: `ResponseBody` extracts the schema type from the table.
const JOB = { kind: 'json', read: Job } as const satisfies OperationResponse;
const ASSET = { kind: 'json', read: Asset } as const satisfies OperationResponse;
const NOTHING = { kind: 'none' } as const satisfies OperationResponse;
const BYTES = { kind: 'bytes' } as const satisfies OperationResponse;

export const JOB_OPERATIONS = {
  postJobs: {
    method: 'POST',
    path: '/api/v2/jobs',
    responses: { 201: JOB },
  },
  listJobs: {
    method: 'GET',
    path: '/api/v2/jobs',
    responses: { 200: { kind: 'json', read: JobPage } },
  },
  getJob: {
    method: 'GET',
    path: '/api/v2/jobs/{id}',
    responses: { 200: JOB },
  },
  cancelJob: {
    method: 'POST',
    path: '/api/v2/jobs/{id}/cancel',
    responses: { 200: JOB },
  },
  getJobEvents: {
    method: 'GET',
    path: '/api/v2/jobs/{id}/events',
    responses: { 200: { kind: 'events' } },
  },
  getJobWorkflow: {
    method: 'GET',
    path: '/api/v2/jobs/{id}/workflow',
    responses: { 200: { kind: 'json', read: WorkflowReadback } },
  },
  getJobLogs: {
    method: 'GET',
    path: '/api/v2/jobs/{id}/logs',
    responses: {
      200: { kind: 'json', read: JobLogs },
      204: NOTHING,
    },
  },
  postAssets: {
    method: 'POST',
    path: '/api/v2/assets',
    responses: { 201: ASSET, 200: ASSET },
  },
  assetFromHash: {
    method: 'POST',
    path: '/api/v2/assets/from-hash',
    responses: { 201: ASSET, 200: ASSET },
  },
  headAssetByHash: {
    method: 'HEAD',
    path: '/api/v2/assets/by-hash/{hash}',
    responses: { 200: NOTHING },
  },
  getAsset: {
    method: 'GET',
    path: '/api/v2/assets/{id}',
    responses: { 200: ASSET },
  },
  deleteAsset: {
    method: 'DELETE',
    path: '/api/v2/assets/{id}',
    responses: { 204: NOTHING },
  },
  getAssetContent: {
    method: 'GET',
    path: '/api/v2/assets/{id}/content',
    responses: {
      200: BYTES,
      206: BYTES,
      304: NOTHING,
    },
  },
  getHealth: {
    method: 'GET',
    path: '/api/v2/health',
    open: true,
    responses: { 200: { kind: 'json', read: Health } },
  },
} as const satisfies Record<string, Operation>;

export type JobOperationId = keyof typeof JOB_OPERATIONS;

/** Body type of an operation's JSON response. */
export type JobBody<Id extends JobOperationId> = ResponseBody<(typeof JOB_OPERATIONS)[Id]>;
