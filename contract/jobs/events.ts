import { z } from 'zod/mini';
import { Output, Progress } from './schemas';

/**
 * Frames of `GET /api/v2/jobs/{id}/events` (Job API 6; kinds and payloads: docs/api-notes.md, Events). No ids, no resume:
 * what was sent while a client was away is gone, and a GET of the job is the truth.
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
export const EVENT_NAMES = Object.keys(frames) as EventName[];

export type JobEvent =
  | { event: 'status'; data: z.infer<typeof StatusFrame> }
  | { event: 'progress'; data: Progress }
  | { event: 'preview'; data: z.infer<typeof PreviewFrame> }
  | { event: 'output'; data: Output }
  | { event: 'log'; data: z.infer<typeof LogFrame> };

/** A comment line that keeps the connection alive; a stream that is silent for longer than the limit is dead. */
export const KEEPALIVE_MS = 15_000;
export const DEAD_STREAM_MS = 45_000;

/** Reads one frame. Null for unknown names, broken JSON and payloads that do not fit: a reader goes on (J-6.24). */
export function readEvent(name: string, dataText: string): JobEvent | null {
  if (!Object.hasOwn(frames, name)) return null;
  let data: unknown;
  try {
    data = JSON.parse(dataText);
  } catch {
    return null;
  }
  const parsed = frames[name as EventName].safeParse(data);
  return parsed.success ? ({ event: name, data: parsed.data } as JobEvent) : null;
}

/** One frame on the wire: an `event:` line, one `data:` line, a blank line. */
export function writeEvent(event: { event: string; data: unknown }): string {
  return `event: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`;
}
