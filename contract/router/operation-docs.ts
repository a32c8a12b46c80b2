import type { RouterHeader } from './headers';
import type { RouterOperationId } from './operations';

/** What the published document says of an operation, in words for people. */
export interface RouterOperationDocs {
  summary: string;
  query?: Readonly<Record<string, string>>;
  /** Of the request; not on the earlier prefix, which has no keys. */
  headers?: Readonly<Record<string, string>>;
  /** By status, one for each answer in the table. */
  responses: Readonly<Record<number, string>>;
  /** Of a successful answer, beside the request id. */
  answerHeaders?: readonly (RouterHeader | 'etag' | 'cacheControl')[];
}

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
      'Idempotency-Key':
        'Made by the caller, 1 to 255 characters. The same call with the same key is answered from its record for 24 h',
    },
    responses: { 200: 'The native output of the model, unchanged' },
    answerHeaders: ['replayed', 'spendLimit', 'spendCurrent', 'spendRemaining', 'creditsUsed', 'upstreamStatus'],
  },
  getModelSchema: {
    summary: 'Read the schemas of a model as a standalone OpenAPI document',
    headers: { 'If-None-Match': 'The ETag of an earlier answer, or *' },
    responses: { 200: 'The document', 304: 'It has not changed' },
    answerHeaders: ['etag', 'cacheControl'],
  },
};
