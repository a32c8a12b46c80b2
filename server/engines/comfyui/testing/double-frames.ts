import { PROMPT_ID, type RecordedFrame, type Recording } from './recordings';

export const INTERRUPTED = {
  type: 'execution_interrupted',
  data: { prompt_id: PROMPT_ID, node_id: '2', executed: [] },
};

export function withPromptId(value: unknown, id: string): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll(PROMPT_ID, id)) as unknown;
}

/** Encodes a recorded frame for the socket. Without the client's feature flag, images use the older frame type. */
export function frameMessage(frame: RecordedFrame, id: string, withMetadata: boolean): string | Buffer {
  if ('json' in frame) return JSON.stringify(withPromptId(frame.json, id));
  const { kind, base64, metadata } = frame.binary;
  const bytes = Buffer.from(base64, 'base64');
  if (kind !== 4) return Buffer.concat([number32(kind), bytes]);
  if (!withMetadata) return Buffer.concat([number32(1), number32(2), bytes]);
  const text = Buffer.from(JSON.stringify(withPromptId(metadata, id)));
  return Buffer.concat([number32(4), number32(text.byteLength), text, bytes]);
}

function number32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

export function interruptedHistory({ history }: Recording): unknown {
  const messages = [['execution_interrupted', INTERRUPTED.data]];
  return { ...history, status: { status_str: 'error', completed: false, messages } };
}
