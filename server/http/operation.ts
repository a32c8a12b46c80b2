/** The authenticated caller. The plain gateway has one account, `local`. */
export interface Caller {
  owner: string;
}

/** Context that the adapter passes to an operation. */
export interface OperationContext {
  request: Request;
  /** Path parameters, percent-decoded. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  caller: Caller;
  /**
   * False only for content URLs with a signature instead of a credential. The operation must then verify the signature and reject
   * invalid ones with `unauthorized`.
   */
  hasCredential: boolean;
  /** Start of absolute links: the public URL if one is set, which may have a path, else the origin of the request. */
  origin: string;
  requestId: string;
  /** Marks the response as passed on from a provider or a surface: it does not wait for our own disk (`acknowledge.ts`). */
  passOn(): void;
}

export type OperationHandler = (context: OperationContext) => Promise<Response> | Response;
