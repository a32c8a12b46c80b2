import { layOut } from '@/shared/graph/layout/lay-out';
import { messageOf } from '@/lib/message-of';
import type { GraphLayoutReply, GraphLayoutRequest } from './graph-layout-protocol';

const reply = (message: GraphLayoutReply) => self.postMessage(message);

self.addEventListener('message', (event: MessageEvent<GraphLayoutRequest>) => {
  try {
    reply({ kind: 'done', layout: layOut(event.data) });
  } catch (error) {
    reply({ kind: 'failed', message: messageOf(error) });
  }
});
