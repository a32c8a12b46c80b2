import { z } from 'zod/mini';

/**
 * What a bug report says about a gateway, without credentials, prompts, titles and file names. The console shows and saves all of it,
 * whatever it is; `written-schemas.ts` lists what this gateway says.
 */
export const Diagnostics = z.looseObject({
  /** The last lines of the log, oldest first, each as JSON text. */
  log: z.array(z.string()),
});
export type Diagnostics = z.infer<typeof Diagnostics>;
