import type { Operation, OperationResponse } from '../operation';
import type { ReadBucket } from './errors';
import { RequestCancellation, RequestHandle, RequestStatus } from './queue-schemas';
import { ModelDetail, ModelPage, SchemaDocument } from './schemas';

export type RouterErrors = Readonly<Record<number, readonly ReadBucket[]>>;

export interface RouterOperation extends Operation {
  /** By status, as listed in the description of the operation. */
  errors: RouterErrors;
  /** Also returned, although the description of the operation omits them. */
  alsoErrors: RouterErrors;
}

const ACCESS = { 401: ['unauthorized'], 403: ['forbidden', 'not_enabled'] } as const satisfies RouterErrors;
const UNAVAILABLE = { 503: ['service_unavailable'] } as const satisfies RouterErrors;
const UNKNOWN_MODEL = { 404: ['model_not_found'] } as const satisfies RouterErrors;
const TIMEOUTS = { 504: ['deadline_exceeded', 'provider_timeout'] } as const satisfies RouterErrors;
/** Buckets without a status in the document: docs/api-notes.md, Errors of the router. */
const DECIDED = {
  402: ['insufficient_credits'],
  500: ['internal_error'],
  502: ['provider_error'],
} as const satisfies RouterErrors;

/**
 * Queued delivery is newer than sections 1 to 9, which only cover synchronous calls. Source: the public router description
 * (`router-openapi.yaml`) and its queue page, which the official clients implement.
 */
const UNKNOWN_REQUEST = { 404: ['model_not_found', 'request_not_found'] } as const satisfies RouterErrors;
/** Results are retained for 24 hours after the request completed. */
const EXPIRED_REQUEST = { 410: ['request_not_found'] } as const satisfies RouterErrors;
const SUBMIT_DENIED = { 402: DECIDED[402], 500: DECIDED[500] } as const satisfies RouterErrors;
const UNEXPECTED = { 500: DECIDED[500] } as const satisfies RouterErrors;

const PAGE = { kind: 'json', read: ModelPage } as const satisfies OperationResponse;
const DETAIL = { kind: 'json', read: ModelDetail } as const satisfies OperationResponse;
const DOCUMENT = { kind: 'json', read: SchemaDocument } as const satisfies OperationResponse;
const NATIVE = { kind: 'native' } as const satisfies OperationResponse;
const HANDLE = { kind: 'json', read: RequestHandle } as const satisfies OperationResponse;
const STATUS = { kind: 'json', read: RequestStatus } as const satisfies OperationResponse;
const CANCELLATION = { kind: 'json', read: RequestCancellation } as const satisfies OperationResponse;
const NOTHING = { kind: 'none' } as const satisfies OperationResponse;

/**
 * All operations of the Model Router (sections 4 and 9). This table drives the gateway's routes, the console's calls, the
 * published document and the conformance suite.
 */
export const ROUTER_OPERATIONS = {
  listModels: {
    method: 'GET',
    path: '/v2/models',
    responses: { 200: PAGE },
    errors: { ...ACCESS, 400: ['invalid_input'], ...UNAVAILABLE },
    alsoErrors: {},
  },
  getModel: {
    method: 'GET',
    path: '/v2/models/{provider}/{model}',
    responses: { 200: DETAIL },
    errors: { ...ACCESS, ...UNKNOWN_MODEL, ...UNAVAILABLE },
    alsoErrors: {},
  },
  runModel: {
    method: 'POST',
    path: '/v2/models/{provider}/{model}',
    responses: { 200: NATIVE },
    errors: {
      ...ACCESS,
      400: ['invalid_input', 'content_policy_violation'],
      ...UNKNOWN_MODEL,
      409: ['concurrency_limit_exceeded', 'invalid_input'],
      413: ['invalid_input'],
      422: ['invalid_input'],
      429: ['concurrency_limit_exceeded', 'rate_limited'],
      ...UNAVAILABLE,
      ...TIMEOUTS,
    },
    alsoErrors: DECIDED,
  },
  getModelSchema: {
    method: 'GET',
    path: '/v2/models/{provider}/{model}/openapi.json',
    responses: { 200: DOCUMENT, 304: NOTHING },
    errors: { ...ACCESS, ...UNKNOWN_MODEL, 500: ['internal_error'], ...UNAVAILABLE },
    alsoErrors: {},
  },
  submitModel: {
    method: 'POST',
    path: '/v2/models/{provider}/{model}/requests',
    responses: { 201: HANDLE },
    errors: {
      ...ACCESS,
      ...SUBMIT_DENIED,
      400: ['invalid_input'],
      ...UNKNOWN_MODEL,
      409: ['concurrency_limit_exceeded', 'invalid_input'],
      413: ['invalid_input'],
      422: ['invalid_input'],
      429: ['queue_backlog_full', 'concurrency_limit_exceeded', 'rate_limited'],
      ...UNAVAILABLE,
    },
    alsoErrors: {},
  },
  getRequestStatus: {
    method: 'GET',
    path: '/v2/models/{provider}/{model}/requests/{request_id}/status',
    responses: { 200: STATUS },
    errors: { ...ACCESS, ...UNKNOWN_REQUEST, ...EXPIRED_REQUEST, ...UNAVAILABLE },
    alsoErrors: UNEXPECTED,
  },
  getRequestResult: {
    method: 'GET',
    path: '/v2/models/{provider}/{model}/requests/{request_id}',
    responses: { 200: NATIVE, 202: STATUS },
    // The errors of a run, since a failed request returns the response of its run.
    errors: {
      ...ACCESS,
      400: ['invalid_input', 'content_policy_violation'],
      404: UNKNOWN_REQUEST[404],
      409: ['cancelled'],
      ...EXPIRED_REQUEST,
      422: ['invalid_input'],
      429: ['concurrency_limit_exceeded', 'rate_limited'],
      ...UNAVAILABLE,
      504: ['queue_timeout', ...TIMEOUTS[504]],
    },
    alsoErrors: DECIDED,
  },
  cancelRequest: {
    method: 'PUT',
    path: '/v2/models/{provider}/{model}/requests/{request_id}/cancel',
    // A 409 has this body instead of an error body, without an error type, and means that the request has finished.
    responses: { 202: CANCELLATION, 409: CANCELLATION },
    errors: { ...ACCESS, ...UNKNOWN_REQUEST, ...EXPIRED_REQUEST, ...UNAVAILABLE },
    alsoErrors: UNEXPECTED,
  },
} as const satisfies Record<string, RouterOperation>;

export type RouterOperationId = keyof typeof ROUTER_OPERATIONS;

/**
 * Section 9: the earlier description of the same routes. It has no idempotency key, so no 409; an oversize or malformed body is a
 * 422; a 429 is always `concurrency_limit_exceeded`.
 */
export const ROUTER_V1_OPERATIONS = {
  listModels: {
    ...ROUTER_OPERATIONS.listModels,
    path: '/v1/models',
  },
  getModel: {
    ...ROUTER_OPERATIONS.getModel,
    path: '/v1/models/{provider}/{model}',
    errors: { 403: ACCESS[403], ...UNKNOWN_MODEL, ...UNAVAILABLE },
    alsoErrors: { 401: ACCESS[401] },
  },
  runModel: {
    ...ROUTER_OPERATIONS.runModel,
    path: '/v1/models/{provider}/{model}',
    errors: {
      403: ACCESS[403],
      ...UNKNOWN_MODEL,
      422: ['invalid_input'],
      429: ['concurrency_limit_exceeded'],
      ...UNAVAILABLE,
      ...TIMEOUTS,
    },
    alsoErrors: { 400: ['content_policy_violation'], 401: ACCESS[401], ...DECIDED },
  },
  getModelSchema: {
    ...ROUTER_OPERATIONS.getModelSchema,
    path: '/v1/models/{provider}/{model}/openapi.json',
  },
  // Served on both prefixes like every router route. There are no idempotency keys, so no 409.
  submitModel: {
    ...ROUTER_OPERATIONS.submitModel,
    path: '/v1/models/{provider}/{model}/requests',
    errors: {
      403: ACCESS[403],
      ...UNKNOWN_MODEL,
      422: ['invalid_input'],
      429: ['concurrency_limit_exceeded'],
      ...UNAVAILABLE,
    },
    alsoErrors: { 401: ACCESS[401], ...SUBMIT_DENIED },
  },
  getRequestStatus: {
    ...ROUTER_OPERATIONS.getRequestStatus,
    path: '/v1/models/{provider}/{model}/requests/{request_id}/status',
  },
  getRequestResult: {
    ...ROUTER_OPERATIONS.getRequestResult,
    path: '/v1/models/{provider}/{model}/requests/{request_id}',
  },
  cancelRequest: {
    ...ROUTER_OPERATIONS.cancelRequest,
    path: '/v1/models/{provider}/{model}/requests/{request_id}/cancel',
  },
} as const satisfies Record<RouterOperationId, RouterOperation>;

export type RouterPrefix = 'v1' | 'v2';

export const OPERATIONS_OF: Readonly<Record<RouterPrefix, Readonly<Record<RouterOperationId, RouterOperation>>>> = {
  v1: ROUTER_V1_OPERATIONS,
  v2: ROUTER_OPERATIONS,
};
