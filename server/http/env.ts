import type { Caller } from './operation';

/** What the middlewares of the app hand on with a request. */
export interface AppEnv {
  Variables: {
    requestId: string;
    caller: Caller;
    hasCredential: boolean;
    /** Origin for absolute links. */
    origin: string;
    /** The response is that of a provider or a surface, whatever becomes of our own disk: it is not to be lost, nor to wait. */
    isPassedOn: boolean;
  };
}
