import type { JobOperationId } from './operations';

/** Description of an operation in the published document. */
export interface OperationDocs {
  summary: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  /** Descriptions of the parts of a multipart body. */
  parts?: Readonly<Record<string, string>>;
  /** By status, one for each response in the table. */
  responses: Readonly<Record<number, string>>;
}

const IDEMPOTENCY_HEADER = {
  'Idempotency-Key': 'Single use, at most 255 characters, a UUID is recommended. A second request with it is rejected.',
};

export const OPERATION_DOCS: Readonly<Record<JobOperationId, OperationDocs>> = {
  postJobs: {
    summary: 'Submit a workflow for execution',
    headers: IDEMPOTENCY_HEADER,
    responses: { 201: 'The job is durably recorded and queued' },
  },
  listJobs: {
    summary: "List the caller's jobs, newest first",
    query: {
      limit: 'Page size, 1 to 100, default 50',
      cursor: 'Start of the page: the next_cursor of the previous page',
      status: 'One or more statuses separated by commas',
      'metadata[key]': 'Exact match of a label; repeat for more, all must match',
    },
    responses: { 200: 'One page' },
  },
  getJob: {
    summary: 'Read the authoritative view of a job',
    responses: { 200: 'Status, latest progress and the outputs committed so far' },
  },
  cancelJob: {
    summary: 'Ask for cancellation; idempotent',
    responses: { 200: 'The job, canceling or terminal' },
  },
  getJobEvents: {
    summary: 'Follow a job by server-sent events',
    responses: { 200: 'Snapshot, updates, then the end of the body' },
  },
  getJobWorkflow: {
    summary: 'Read back the workflow as it was submitted',
    responses: { 200: 'Never with extra_data' },
  },
  getJobLogs: {
    summary: 'Read what the run printed',
    responses: { 200: 'The captured text; untrusted, show as plain text', 204: 'This job has no log' },
  },
  postAssets: {
    summary: 'Upload an input',
    headers: IDEMPOTENCY_HEADER,
    parts: {
      content_type: 'Media type of the file; required, before the file',
      file_path: 'Name, such as photo.png; required, before the file',
      expected_hash: 'blake3:<hex> of the bytes; a mismatch gets 409, and nothing is stored',
      tags: 'Repeatable',
      expires_in: 'Seconds, 60 to 604800',
      file: 'The bytes; required, the last part',
    },
    responses: { 201: 'A new blob was stored', 200: 'The bytes were already known' },
  },
  assetFromHash: {
    summary: 'Make an asset from bytes that the surface already has',
    responses: { 201: 'A new reference', 200: 'The same reference existed' },
  },
  headAssetByHash: {
    summary: 'Ask whether bytes are known',
    responses: { 200: 'Known' },
  },
  getAsset: {
    summary: 'Read an asset record, with a fresh url',
    responses: { 200: 'The record' },
  },
  deleteAsset: {
    summary: 'Delete an asset',
    responses: { 204: 'Deleted' },
  },
  getAssetContent: {
    summary: 'Read the bytes; one range is honoured',
    query: { thumb: 'Longest side in pixels of a small WebP instead of the original (ours)' },
    responses: {
      200: 'All bytes',
      206: 'The requested range',
      304: 'Unchanged: content is immutable',
    },
  },
  getHealth: {
    summary: 'Check that the surface responds',
    responses: { 200: 'Healthy' },
  },
};
