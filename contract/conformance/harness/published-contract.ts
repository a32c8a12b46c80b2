/**
 * Operations published as v2 (Job API 9, rule 2): this list only grows. A test compares it with the document that the surface
 * publishes, to catch removed or renamed operations, statuses, codes and response fields.
 */
export const PUBLISHED_OPERATIONS: Readonly<Record<string, readonly number[]>> = {
  'POST /api/v2/jobs': [201, 401, 402, 403, 422, 429, 500],
  'GET /api/v2/jobs': [200, 400, 401, 403, 429, 500, 501],
  'GET /api/v2/jobs/{id}': [200, 401, 403, 404, 429, 500],
  'POST /api/v2/jobs/{id}/cancel': [200, 401, 403, 404, 429, 500],
  'GET /api/v2/jobs/{id}/events': [200, 401, 403, 404, 429, 500, 501],
  'GET /api/v2/jobs/{id}/workflow': [200, 401, 403, 404, 429, 500],
  'GET /api/v2/jobs/{id}/logs': [200, 204, 401, 403, 404, 429, 500],
  'POST /api/v2/assets': [200, 201, 401, 403, 409, 422, 500],
  'POST /api/v2/assets/from-hash': [200, 201, 401, 403, 404, 500],
  'HEAD /api/v2/assets/by-hash/{hash}': [200, 401, 404, 500],
  'GET /api/v2/assets/{id}': [200, 401, 403, 404, 500],
  'DELETE /api/v2/assets/{id}': [204, 401, 403, 404, 409, 500],
  'GET /api/v2/assets/{id}/content': [200, 206, 401, 403, 404, 416, 500],
  'GET /api/v2/health': [200, 403],
};

export const PUBLISHED_CODES: Readonly<Record<string, number>> = {
  invalid_workflow: 422,
  workflow_format_ui: 422,
  missing_asset: 422,
  idempotency_key_reuse: 422,
  deployment_stopped: 422,
  hash_mismatch: 409,
  asset_in_use: 409,
  blob_not_found: 404,
  not_found: 404,
  unauthorized: 401,
  forbidden: 403,
  insufficient_credits: 402,
  queue_full: 429,
  deployment_not_ready: 429,
  rate_limited: 429,
  too_many_streams: 429,
  not_implemented: 501,
  upstream_error: 500,
};

/** Required fields of responses. */
export const PUBLISHED_FIELDS: Readonly<Record<string, readonly string[]>> = {
  Job: [
    'id',
    'status',
    'created_at',
    'started_at',
    'completed_at',
    'expires_at',
    'queue_position',
    'progress',
    'outputs',
    'error',
    'urls',
  ],
  Progress: ['value', 'nodes_done', 'nodes_total'],
  Output: ['node_id', 'name', 'type', 'content_type', 'size_bytes', 'id', 'hash', 'url', 'url_expires_at'],
  JobError: ['code', 'message'],
  Asset: ['id', 'hash', 'size_bytes', 'content_type', 'created_at', 'url', 'url_expires_at'],
  JobLogs: ['text', 'truncated', 'captured_at', 'complete'],
  WorkflowReadback: ['workflow', 'format'],
  JobPage: ['jobs', 'truncated'],
  ErrorEnvelope: ['error'],
};
