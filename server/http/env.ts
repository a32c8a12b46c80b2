import type { Caller } from './operation';

/** What the middlewares of the app hand on with a request. */
export interface AppEnv {
  Variables: {
    requestId: string;
    caller: Caller;
    hasCredential: boolean;
    /** Origin for absolute links. */
    origin: string;
  };
}
