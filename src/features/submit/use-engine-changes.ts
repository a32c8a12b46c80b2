import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { definitionsQuery } from '@/api/definitions';
import { gatewayStatusQuery, isComfyuiConnected, type GatewayStatus } from '@/api/gateway-status';
import type { EditorSession } from './editor-session';
import type { ComfyuiUse } from './editor-state';

/** Keeps the node classes of an open draft up to date: it becomes runnable when ComfyUI appears. */
export function useEngineChanges(session: EditorSession): void {
  const { surface } = session;
  const client = useQueryClient();
  const { data } = useQuery({ ...gatewayStatusQuery(surface), select: engineIdentity });
  const seen = useRef<string | null>(null);
  // The poll of the status is the only notice of a ComfyUI that comes or goes.
  useEffect(() => {
    if (data === undefined || seen.current === data.text) return;
    const isFirst = seen.current === null;
    seen.current = data.text;
    const apply = async () => {
      // Cached classes may be those of the engine before.
      if (!isFirst || session.state.missingClasses.length > 0) {
        const { queryKey } = definitionsQuery(surface);
        await client.invalidateQueries({ queryKey });
        // Classes first: without them the missing ones would be shown as unknown for a moment.
        session.setDefinitions(client.getQueryData(queryKey) ?? null);
      }
      session.setComfyui(data.comfyui);
    };
    void apply();
  }, [data, session, surface, client]);
}

function engineIdentity(status: GatewayStatus): { text: string; comfyui: ComfyuiUse } {
  const { name, label, comfyui } = status.engine;
  const use = isComfyuiConnected(status) ? 'connected' : comfyui === null ? 'unused' : 'away';
  return { text: [name, label, comfyui?.state].join('\n'), comfyui: use };
}
