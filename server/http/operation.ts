import type { ErrorCode } from '@contract/jobs/error-codes';
import type { JobOperationId } from '@contract/jobs/operations';

/** Who asks. The plain gateway knows one account, `local`. */
export interface Caller {
  owner: string;
}

/** What an operation of the table is given, parsed and checked by the adapter. */
export interface OperationContext {
  request: Request;
  /** Path places, percent-decoded. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  caller: Caller;
  /**
   * False only for content addresses that came with a signature instead of a credential: the operation must verify the
   * signature itself and refuse with `unauthorized` where it does not hold.
   */
  hasCredential: boolean;
  /** Origin for absolute links: the public address where one is set, else that of the request. */
  origin: string;
  requestId: string;
  /**
   * The body as text, read under the limit of the operation; numbers of a workflow do not survive `request.json()`.
   * @throws ApiProblem where the body is too large or no UTF-8 (`invalid_workflow` on submit, else `invalid_request`).
   */
  text(): Promise<string>;
}

export type OperationHandler = (context: OperationContext) => Promise<Response> | Response;
export type OperationHandlers = Record<JobOperationId, OperationHandler>;

/**
 * Thrown by an operation to answer with the error envelope; status and `Retry-After` follow from the table in
 * `contract/jobs/errors.ts`. The message is shown to people: what happened, without internals.
 */
export class ApiProblem extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, unknown> | null;
  /** Only where the table lists more than one. */
  readonly status: number | undefined;
  readonly retryAfterS: number | undefined;
  /** Beside those that follow from the code, such as `content-range`. */
  readonly headers: Readonly<Record<string, string>>;
  constructor(
    code: ErrorCode,
    message: string,
    options: {
      details?: Record<string, unknown>;
      status?: number;
      retryAfterS?: number;
      headers?: Readonly<Record<string, string>>;
    } = {},
  ) {
    super(message);
    this.name = 'ApiProblem';
    this.code = code;
    this.details = options.details ?? null;
    this.status = options.status;
    this.retryAfterS = options.retryAfterS;
    this.headers = options.headers ?? {};
  }
}
