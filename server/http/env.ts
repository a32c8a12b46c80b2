import type { Caller } from './operation';

/** Context that the middlewares attach to a request. */
export interface AppEnv {
  Variables: {
    requestId: string;
    caller: Caller;
    /** Origin for absolute links. */
    origin: string;
    /** True if the response comes from a provider or another surface: it must not wait for our own disk or fail with it. */
    isPassedOn: boolean;
  };
}
