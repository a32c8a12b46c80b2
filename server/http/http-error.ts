import type { ErrorCode } from '@contract/jobs/error-codes';
import type { ReadBucket } from '@contract/router/errors';

/** A code of the Job API, which the console shares, or a bucket of the Model Router. */
export type ErrorType = ErrorCode | ReadBucket;

export interface HttpErrorOptions {
  /** Values that the envelope of the API has a place for. */
  details?: Readonly<Record<string, unknown>> | null | undefined;
  /** Headers besides those that follow from the type, such as `content-range`. */
  headers?: Readonly<Record<string, string>>;
}

/**
 * Thrown to respond with an error; the only error class of all APIs. `jobApiError` and `routerError` create it, each in the
 * vocabulary of its API. The message is shown to users: it says what happened, without internals.
 */
export class HttpError<Type extends ErrorType = ErrorType> extends Error {
  readonly type: Type;
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>> | null;
  readonly headers: Readonly<Record<string, string>>;
  constructor(type: Type, status: number, message: string, { details, headers }: HttpErrorOptions) {
    super(message);
    this.name = 'HttpError';
    this.type = type;
    this.status = status;
    this.details = details ?? null;
    this.headers = headers ?? {};
  }
}

/** The form in which an API sends its errors. Its headers follow from the type of the error. */
export type Envelope<Type extends ErrorType> = (error: HttpError<Type>) => {
  body: string;
  headers: Readonly<Record<string, string>>;
};

/** Builds the response of an error. Its own headers override those of the envelope. */
export function errorResponse<Type extends ErrorType>(error: HttpError<Type>, envelope: Envelope<Type>): Response {
  const { body, headers } = envelope(error);
  const all = new Headers({ 'content-type': 'application/json', 'cache-control': 'no-store', ...headers });
  for (const [name, value] of Object.entries(error.headers)) all.set(name, value);
  return new Response(body, { status: error.status, headers: all });
}
