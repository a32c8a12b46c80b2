import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { assetIdOf, isAssetReference } from '@contract/workflow/asset-references';
import { assetQuery } from '@/domains/assets/asset-query';
import { useUploads } from '@/domains/assets/uploads-store';
import { isImage, THUMB_NODE } from '@/domains/jobs/thumbnail-url';
import { t } from '@/lib/i18n/messages';
import { LazyGraphView } from '@/shared/graph/lazy-graph-view';
import type { GraphNodeStates } from '@/shared/graph/node-style';
import { StoredImage } from '@/shared/files/stored-image';
import { BlobImage } from '@/ui/blob-image';
import { markFocus, showCard } from '../draft/focus-field';
import { useEditor, useSession, useSettledEditor } from '../draft/session/session-context';
import type { SessionState } from '../draft/session-state';
import { firstErrors } from '../draft/workflow-problems';

interface FlowGraphProps {
  /** States of the nodes while a run is in progress. */
  states?: GraphNodeStates | null;
}

/** The workflow as a graph beside its form. The focused card and the highlighted node are kept in sync. */
export function FlowGraph({ states = null }: FlowGraphProps) {
  const { editor, checks } = useSession();
  const graph = useEditor((state) => state.graph);
  const title = useEditor((state) => state.draft.title);
  const layout = useEditor((state) => state.draft.layout ?? null);
  const focusedNode = useEditor((state) => state.focusedNode);
  // Problems also depend on uploads.
  useUploads((state) => state.uploads);
  const problemsText = useSettledEditor((state) => JSON.stringify(firstErrors(checks.problems(state))));
  // From the text above, which is compared by value.
  const problems = useMemo(() => new Map(JSON.parse(problemsText) as [string, string][]), [problemsText]);
  const { images, rooms } = useImages();
  return (
    <LazyGraphView
      graph={graph}
      label={t('Graph of {title}', { title })}
      author={layout}
      states={states}
      problems={problems}
      images={images}
      imageRooms={rooms}
      selectedNodeId={focusedNode !== null && graph.has(focusedNode) ? focusedNode : null}
      onSelectNode={(id) => {
        markFocus(editor, id, null);
        if (id !== null) showCard(id);
      }}
    />
  );
}

/** Returns the images on the inputs, by node id. */
function useImages(): { images: ReadonlyMap<string, ReactNode>; rooms: ReadonlySet<string> } {
  const form = useEditor((state) => state.form);
  const slots = useMemo(() => [...form.fields.values()].filter(({ media }) => media === 'image'), [form]);
  const referred = useEditor(useShallow((state) => slots.map(({ key }) => referredId(state, key))));
  const brought = useEditor(
    useShallow((state) =>
      slots.map(({ key }) => {
        const media = state.media[key];
        // The input may refer to another file since.
        const isShown = media?.assetId === null || media?.assetId === referredId(state, key);
        return isShown ? (media?.thumbnail ?? null) : null;
      }),
    ),
  );
  return useMemo(() => {
    const images = new Map<string, ReactNode>();
    for (const [index, { nodeId }] of slots.entries()) {
      const thumbnail = brought[index];
      const assetId = referred[index];
      if (thumbnail) images.set(nodeId, <BlobImage blob={thumbnail} className="size-full object-cover" />);
      else if (assetId) images.set(nodeId, <HeldImage assetId={assetId} />);
    }
    return { images, rooms: new Set(slots.map(({ nodeId }) => nodeId)) };
  }, [slots, brought, referred]);
}

function referredId({ values }: SessionState, key: string): string | null {
  const value = values.get(key);
  return isAssetReference(value) ? assetIdOf(value) : null;
}

function HeldImage({ assetId }: { assetId: string }) {
  const { surface } = useSession();
  const { data } = useQuery(assetQuery(surface, assetId));
  if (!data || !isImage(data)) return null;
  return <StoredImage surface={surface} source={data} side={THUMB_NODE} className="checkerboard object-cover" />;
}
