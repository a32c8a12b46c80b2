import { z } from 'zod/mini';
import { JOB_STATUSES } from '../jobs/lifecycle';
import { GatewayStatus } from './gateway-status';

/** What a bug report says about a gateway, without credentials, prompts, titles and file names. */

const count = z.int().check(z.minimum(0));
const space = z.object({ files: count, bytes: count });

const GivenFlag = z.object({
  name: z.string(),
  /** `null` for a flag without a value; `[removed]` for one that is a credential. */
  value: z.nullable(z.string()),
  from: z.enum(['flag', 'variable']),
});
export type GivenFlag = z.infer<typeof GivenFlag>;

const Platform = z.object({
  /** Such as `linux 6.8.0 x64`. */
  system: z.string(),
  /** Such as `v20.20.0`. */
  node: z.string(),
  /** Milliseconds since the process was started. */
  uptime_ms: z.number(),
  /** Bytes of memory that the process uses. */
  memory_bytes: count,
});
export type Platform = z.infer<typeof Platform>;

export const Diagnostics = z.object({
  made_at: z.string(),
  version: z.string(),
  /** `null` for a gateway in a browser. */
  platform: z.nullable(Platform),
  /** Flags and variables that this start was given. */
  flags: z.array(GivenFlag),
  status: z.nullable(GatewayStatus),
  counters: z.object({
    jobs: z.partialRecord(z.enum(JOB_STATUSES), count),
    outputs: space,
    uploads: space,
    deleted: space,
    removed: space,
    models: count,
  }),
  /** The last lines of the log, oldest first, each as JSON text. */
  log: z.array(z.string()),
});
export type Diagnostics = z.infer<typeof Diagnostics>;
