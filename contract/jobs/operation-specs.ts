import type { z } from 'zod/mini';
import { FromHashBody, SubmitBody } from './body-schemas';
import type { ErrorCode } from './error-codes';
import type { JobOperationId } from './operations';

/** Request body of an operation, and the errors that it may return (docs/api-notes.md, Operations). */
export interface OperationSpec {
  body?: { kind: 'json' | 'multipart'; schema?: z.ZodMiniType };
  errors: readonly ErrorCode[];
}

const COMMON = ['unauthorized', 'forbidden', 'upstream_error'] as const satisfies readonly ErrorCode[];
const PER_JOB = [...COMMON, 'not_found', 'rate_limited'] as const satisfies readonly ErrorCode[];

export const OPERATION_SPECS: Readonly<Record<JobOperationId, OperationSpec>> = {
  postJobs: {
    body: { kind: 'json', schema: SubmitBody },
    errors: [
      ...COMMON,
      'insufficient_credits',
      'invalid_workflow',
      'workflow_format_ui',
      'missing_asset',
      'idempotency_key_reuse',
      'metadata_invalid',
      'deployment_stopped',
      'queue_full',
      'deployment_not_ready',
    ],
  },
  listJobs: {
    errors: [
      ...COMMON,
      'invalid_request',
      'invalid_metadata_filter',
      'invalid_cursor',
      'rate_limited',
      'not_implemented',
    ],
  },
  getJob: { errors: PER_JOB },
  cancelJob: { errors: PER_JOB },
  getJobEvents: { errors: [...PER_JOB, 'too_many_streams', 'not_implemented'] },
  getJobWorkflow: { errors: PER_JOB },
  getJobLogs: { errors: PER_JOB },
  postAssets: {
    body: { kind: 'multipart' },
    errors: [...COMMON, 'invalid_request', 'payload_too_large', 'hash_mismatch', 'idempotency_key_reuse'],
  },
  assetFromHash: {
    body: { kind: 'json', schema: FromHashBody },
    errors: [...COMMON, 'invalid_request', 'blob_not_found'],
  },
  headAssetByHash: { errors: ['unauthorized', 'not_found', 'upstream_error'] },
  getAsset: { errors: [...COMMON, 'not_found'] },
  deleteAsset: { errors: [...COMMON, 'not_found', 'asset_in_use'] },
  getAssetContent: { errors: [...COMMON, 'not_found', 'range_not_satisfiable'] },
  // Open to callers without a credential, but not to pages of other sites.
  getHealth: { errors: ['forbidden'] },
};
