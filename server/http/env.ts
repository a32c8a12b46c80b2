import type { Caller } from './operation';

/** Context that the middlewares attach to a request. */
export interface AppEnv {
  Variables: {
    requestId: string;
    caller: Caller;
    /** Start of absolute links (`OperationContext.origin`). */
    origin: string;
    /** True if the response comes from a provider or another surface: it must not wait for our own disk or fail with it. */
    isPassedOn: boolean;
  };
}
