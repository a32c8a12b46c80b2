import { z } from 'zod/mini';

/** Control of the job queue of a gateway (decision 087). */

export const QueueStatus = z.looseObject({
  /** `running` or `paused`: no job starts, except those that an engine has already. */
  state: z.string(),
  /** Unix milliseconds; `null` while the queue is not paused. */
  pausedAt: z.optional(z.nullable(z.number())),
  /** Number of queued jobs that wait in the gateway. */
  waiting: z.optional(z.number()),
  /** Ids of queued jobs that an engine has already. They cannot be moved. */
  atEngine: z.optional(z.array(z.string())),
});
export type QueueStatus = z.infer<typeof QueueStatus>;

/** A number is the `previous_place` of an earlier move, which it reverts. */
export const QueuePlace = z.union([z.enum(['front', 'back']), z.int()]);
export type QueuePlace = z.infer<typeof QueuePlace>;

export const MovedJob = z.looseObject({
  moved: z.boolean(),
  queue_position: z.optional(z.number()),
  previous_place: z.optional(z.number()),
  /** Why the job was not moved: `not_found`, `not_waiting` or `at_engine`. */
  reason: z.optional(z.string()),
});
export type MovedJob = z.infer<typeof MovedJob>;
