import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { assetIdOf, isAssetReference } from '@contract/workflow/asset-references';
import { assetQuery } from '@/api/assets/asset-query';
import { useUploads } from '@/api/assets/uploads-store';
import { isPicture, THUMB_NODE } from '@/api/jobs/thumbnail-url';
import { LazyGraphView } from '@/shared/graph/lazy-graph-view';
import { StoredImage } from '@/shared/stored-image';
import { BlobImage } from '@/ui/blob-image';
import { flowProblems } from './flow-problems';
import { showCard } from './focus-field';
import { useEditor, useSession } from './session-context';

/** The workflow as a graph beside its form: the card in which one works is the node that is lit, and the other way round. */
export function FlowGraph() {
  const session = useSession();
  const graph = useEditor((state) => state.graph);
  const title = useEditor((state) => state.draft.title);
  const focusedNode = useEditor((state) => state.focusedNode);
  // Uploads decide what is wrong, too.
  useUploads((state) => state.uploads);
  const problemsText = useEditor((state) =>
    JSON.stringify(flowProblems(state, (key) => session.uploads.isOnItsWay(key))),
  );
  const problems = useMemo(() => new Map(JSON.parse(problemsText) as [string, string][]), [problemsText]);
  const { pictures, rooms } = usePictures();
  return (
    <LazyGraphView
      graph={graph}
      label={`Graph of ${title}`}
      problems={problems}
      pictures={pictures}
      pictureRooms={rooms}
      selectedNodeId={focusedNode !== null && graph.has(focusedNode) ? focusedNode : null}
      onSelectNode={(id) => {
        session.focus(id, null);
        if (id !== null) showCard(id);
      }}
    />
  );
}

/** The pictures that stand on the inputs, on the nodes that read them. */
function usePictures(): { pictures: ReadonlyMap<string, ReactNode>; rooms: ReadonlySet<string> } {
  const form = useEditor((state) => state.form);
  const slots = useMemo(() => [...form.fields.values()].filter(({ media }) => media === 'image'), [form]);
  const brought = useEditor(useShallow((state) => slots.map(({ key }) => state.media[key]?.thumbnail ?? null)));
  const referred = useEditor(
    useShallow((state) =>
      slots.map(({ key }) => {
        const value = state.values[key];
        return isAssetReference(value) ? assetIdOf(value) : null;
      }),
    ),
  );
  return useMemo(() => {
    const pictures = new Map<string, ReactNode>();
    for (const [index, { nodeId }] of slots.entries()) {
      const thumbnail = brought[index];
      const assetId = referred[index];
      if (thumbnail) pictures.set(nodeId, <BlobImage blob={thumbnail} className="size-full object-cover" />);
      else if (assetId) pictures.set(nodeId, <HeldPicture assetId={assetId} />);
    }
    return { pictures, rooms: new Set(slots.map(({ nodeId }) => nodeId)) };
  }, [slots, brought, referred]);
}

function HeldPicture({ assetId }: { assetId: string }) {
  const { surface } = useSession();
  const { data } = useQuery(assetQuery(surface, assetId));
  if (!data || !isPicture(data)) return null;
  return <StoredImage surface={surface} source={data} side={THUMB_NODE} className="checkerboard object-cover" />;
}
