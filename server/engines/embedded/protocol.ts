import { z } from 'zod/mini';
import { JobError, OUTPUT_TYPES } from '@contract/jobs/schemas';

/**
 * Messages between gateway and engine process, in Node's advanced serialization (bytes stay bytes). Both sides validate them,
 * so that a compromised image library cannot control the gateway.
 */

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);
const runId = z.string().check(z.regex(/^[\w-]{1,64}$/));

export const ToEngine = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('run'),
    runId,
    jobId: z.string(),
    /** Submitted graph as text, since serializing it would take the gateway as long as parsing it. */
    workflowText: z.string(),
    workDir: z.string(),
    assets: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        blob: z.string(),
        content: z.union([z.object({ path: z.string() }), z.object({ bytes })]),
      }),
    ),
  }),
  z.object({ type: z.literal('cancel'), runId }),
]);
export type ToEngine = z.infer<typeof ToEngine>;

const EngineEventMessage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('node'),
    nodeId: z.string(),
    state: z.enum(['running', 'cached', 'done', 'failed']),
  }),
  z.object({ kind: z.literal('step'), nodeId: z.string(), step: z.int(), steps: z.int() }),
  z.object({ kind: z.literal('preview'), nodeId: z.string(), contentType: z.string(), data: bytes }),
  z.object({
    kind: z.literal('output'),
    output: z.object({
      nodeId: z.string(),
      name: z.string().check(z.regex(/^[^/\\]+$/)),
      type: z.enum(OUTPUT_TYPES),
      contentType: z.string(),
      content: z.object({ path: z.string() }),
    }),
  }),
  z.object({ kind: z.literal('log'), level: z.enum(['debug', 'info', 'warning', 'error']), message: z.string() }),
]);

export const FromEngine = z.discriminatedUnion('type', [
  z.object({ type: z.literal('event'), runId, event: EngineEventMessage }),
  z.object({
    type: z.literal('done'),
    runId,
    outcome: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('succeeded') }),
      z.object({ kind: z.literal('canceled') }),
      z.object({ kind: z.literal('failed'), error: JobError }),
    ]),
  }),
]);
export type FromEngine = z.infer<typeof FromEngine>;

/** Returns the file name prefix of a run in the work folder. */
export function filePrefixOf(id: string): string {
  return `run-${id}-`;
}
