import type { RouterHeader } from './headers';
import type { RouterOperationId } from './operations';

/** Human-readable description of an operation in the published document. */
export interface RouterOperationDocs {
  summary: string;
  query?: Readonly<Record<string, string>>;
  /** Request headers; absent on the earlier prefix, which has no idempotency keys. */
  headers?: Readonly<Record<string, string>>;
  /** By status, one for each response in the table. */
  responses: Readonly<Record<number, string>>;
  /** Headers of a successful response, in addition to the request id. */
  answerHeaders?: readonly (RouterHeader | 'etag' | 'cacheControl')[];
}

const KEY_OF_CALL =
  'Made by the caller, 1 to 255 characters. For 24 h, the same call with the same key gets its recorded response';

export const ROUTER_OPERATION_DOCS: Readonly<Record<RouterOperationId, RouterOperationDocs>> = {
  listModels: {
    summary: 'List the models that can be run, one page at a time',
    query: {
      cursor: 'next_cursor of the page before, unchanged; absent for the first page',
      limit: 'Page size, default 20; above 100 it is clamped, and the page says what was served',
    },
    responses: { 200: 'One page' },
  },
  getModel: {
    summary: 'Read the catalog entry of one model',
    responses: { 200: 'The entry, with the address of the schema document where one is authored' },
  },
  runModel: {
    summary: 'Run a model and wait for its result',
    headers: {
      'Idempotency-Key': KEY_OF_CALL,
    },
    responses: { 200: 'The native output of the model, unchanged' },
    answerHeaders: ['replayed', 'spendLimit', 'spendCurrent', 'spendRemaining', 'creditsUsed', 'upstreamStatus'],
  },
  getModelSchema: {
    summary: 'Read the schemas of a model as a standalone OpenAPI document',
    headers: { 'If-None-Match': 'The ETag of an earlier response, or *' },
    responses: { 200: 'The document', 304: 'It has not changed' },
    answerHeaders: ['etag', 'cacheControl'],
  },
  submitModel: {
    summary: 'Put a run of a model into the queue and return at once',
    headers: { 'Idempotency-Key': `${KEY_OF_CALL}: the same request, which runs once` },
    responses: { 201: 'The request, with the URLs of its status, its result and its cancellation' },
    answerHeaders: ['replayed'],
  },
  getRequestStatus: {
    summary: 'Read the status of a queued request',
    responses: {
      200: 'The status. A request that failed or was canceled is COMPLETED with an error_type; Retry-After is a hint',
    },
    answerHeaders: ['retryAfter'],
  },
  getRequestResult: {
    summary: 'Read the result of a queued request, for 24 h after it completed',
    responses: { 200: 'The native output of the model, unchanged', 202: 'Not completed yet: the status' },
    answerHeaders: ['retryAfter', 'creditsUsed', 'upstreamStatus'],
  },
  cancelRequest: {
    summary: 'Ask to cancel a queued request',
    responses: {
      202: 'Cancellation is requested. A provider that has taken the call may still finish and charge it',
      409: 'The request has already completed',
    },
  },
};
