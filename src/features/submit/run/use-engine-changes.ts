import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { markStale } from '@/api/live/stale-table';
import { lastSeenClassesQuery } from '@/domains/last-seen-classes-query';
import { definitionsQuery } from '@/domains/node-definitions-query';
import { gatewayStatusQuery, isComfyuiConnected, type GatewayStatus } from '@/domains/gateway/gateway-status';
import { coreClassesQuery } from '@/domains/ui-format/core-classes-query';
import type { EditorSession } from '../draft/session/editor-session';
import type { ComfyuiUse, EditorState } from '../draft/editor-state';

/** Keeps the node classes of an open draft up to date: it becomes runnable when ComfyUI appears. */
export function useEngineChanges({ surface, editor }: Pick<EditorSession, 'surface' | 'editor'>): void {
  const client = useQueryClient();
  const { data } = useQuery({ ...gatewayStatusQuery(surface), select: engineIdentity });
  const seen = useRef<string | null>(null);
  // Only the status poll reports that ComfyUI connects or disconnects.
  useEffect(() => {
    if (data === undefined || seen.current === data.text) return;
    const isFirst = seen.current === null;
    seen.current = data.text;
    const apply = async () => {
      // Cached classes may be those of the previous engine.
      if (!isFirst || editor.state.missingClasses.length > 0) {
        const { queryKey } = definitionsQuery(surface);
        await markStale(client, surface, 'engineChanged');
        // Classes first: otherwise, the missing ones would briefly be shown as unknown.
        editor.setDefinitions(client.getQueryData(queryKey) ?? null);
      }
      editor.setComfyui(data.comfyui);
    };
    void apply();
  }, [data, editor, surface, client]);
}

/**
 * Shapes the inputs of classes that the server does not list as they were listed last, or as ComfyUI's own: a list and a range are
 * better than a text box.
 */
export function useGuessedClasses({ surface, editor }: Pick<EditorSession, 'surface' | 'editor'>): void {
  const lacksClasses = useStore(editor.settled, hasUnlistedClass);
  const { data: core } = useQuery({ ...coreClassesQuery, enabled: lacksClasses });
  const { data: lastSeen } = useQuery({ ...lastSeenClassesQuery(surface), enabled: lacksClasses });
  useEffect(() => {
    if (!lacksClasses || (!core && !lastSeen)) return;
    editor.setDefinitions(editor.state.definitions, { ...core?.definitions, ...lastSeen?.definitions });
  }, [lacksClasses, core, lastSeen, editor]);
}

function hasUnlistedClass({ graph, definitions }: EditorState): boolean {
  return [...graph.values()].some(({ classType }) => !definitions || !Object.hasOwn(definitions, classType));
}

function engineIdentity(status: GatewayStatus): { text: string; comfyui: ComfyuiUse } {
  const { name, label, comfyui } = status.engine;
  const use = isComfyuiConnected(status) ? 'connected' : comfyui === null ? 'unused' : 'away';
  return { text: [name, label, comfyui?.state].join('\n'), comfyui: use };
}
