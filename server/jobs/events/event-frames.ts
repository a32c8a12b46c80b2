import { writeEvent, type JobEvent } from '@contract/jobs/events';
import type { SigningDeps } from '../../assets/signed-urls';
import { toBase64 } from '../../to-base64';
import type { JobChange } from './event-hub';
import { outputView } from '../job-view';

/** Serializes a change as an SSE frame (docs/api-notes.md, Events) for a client at `origin`. */
export function eventFrame(change: JobChange, origin: string, deps: SigningDeps): string {
  return writeEvent(jobEvent(change, origin, deps));
}

/** The frame before serialization, for streams that add fields. */
export function jobEvent(change: JobChange, origin: string, deps: SigningDeps): JobEvent {
  switch (change.kind) {
    case 'status':
      return { event: 'status', data: { status: change.status, queue_position: change.queuePosition } };
    case 'progress':
      return { event: 'progress', data: change.progress };
    case 'preview': {
      const { nodeId, contentType, data } = change.preview;
      return {
        event: 'preview',
        data: { node_id: nodeId, content_type: contentType, data_base64: toBase64(data) },
      };
    }
    case 'output':
      return { event: 'output', data: outputView(change.output, origin, deps) };
    case 'log':
      return { event: 'log', data: { level: change.level, message: change.message } };
  }
}
