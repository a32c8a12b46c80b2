import { z } from 'zod/mini';
import { Output, Progress } from './schemas';
import { isKeyOf, ownKeys } from '../typed-objects';

/**
 * Frames of `GET /api/v2/jobs/{id}/events` (Job API 6; kinds and payloads: docs/api-notes.md, Events). There are no ids and no
 * resume: frames sent while a client is disconnected are lost, and `GET` of the job is authoritative.
 */

export const StatusFrame = z.looseObject({
  status: z.string(),
  queue_position: z.optional(z.nullable(z.int())),
});
export const PreviewFrame = z.looseObject({
  node_id: z.string(),
  content_type: z.string(),
  data_base64: z.string(),
});
export const LogFrame = z.looseObject({ level: z.string(), message: z.string() });

const frames = {
  status: StatusFrame,
  progress: Progress,
  preview: PreviewFrame,
  output: Output,
  log: LogFrame,
} as const;

export type EventName = keyof typeof frames;
export const EVENT_NAMES = ownKeys(frames);

const JobEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('status'), data: frames.status }),
  z.object({ event: z.literal('progress'), data: frames.progress }),
  z.object({ event: z.literal('preview'), data: frames.preview }),
  z.object({ event: z.literal('output'), data: frames.output }),
  z.object({ event: z.literal('log'), data: frames.log }),
]);
export type JobEvent = z.infer<typeof JobEvent>;

/** Interval of keepalive comments; a stream that is silent for longer than the limit is dead. */
export const KEEPALIVE_MS = 15_000;
export const DEAD_STREAM_MS = 45_000;

/**
 * Parses one frame. Returns `null` for unknown names, invalid JSON and payloads that do not match; clients skip those (J-6.24).
 */
export function readEvent(name: string, dataText: string): JobEvent | null {
  if (!isKeyOf(frames, name)) return null;
  let data: unknown;
  try {
    data = JSON.parse(dataText);
  } catch {
    return null;
  }
  return JobEvent.safeParse({ event: name, data }).data ?? null;
}

/** Serializes one frame: an `event:` line, one `data:` line, a blank line. */
export function writeEvent(event: { event: string; data: unknown }): string {
  return `event: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`;
}
