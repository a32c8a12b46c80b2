import { layOut } from '@/shared/graph/layout/lay-out';
import type { GraphLayoutReply, GraphLayoutRequest } from './graph-layout-protocol';

const reply = (message: GraphLayoutReply) => self.postMessage(message);

self.addEventListener('message', (event: MessageEvent<GraphLayoutRequest>) => {
  try {
    reply({ kind: 'done', layout: layOut(event.data) });
  } catch (error) {
    reply({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
});
