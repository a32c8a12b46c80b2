import { useStore, ViewportPortal, type ReactFlowState } from '@xyflow/react';
import { memo, useMemo } from 'react';
import { classNames } from '@/lib/class-names';
import { stateOf, useGraphViewState } from './graph-view-state';
import type { LinkPath } from './link-paths';
import { nodeStyle, type NodeStyle } from './node-style';

const strokes: Record<NodeStyle['line'], string> = {
  ok: 'stroke-ok',
  accent: 'stroke-accent',
  bad: 'stroke-bad',
  quiet: 'stroke-control',
};

/** Above this number, only links near the view are rendered. */
const MAX_DRAWN_WHOLE = 600;

/** All links, drawn below the nodes, each in the color of its source's state. */
export function GraphLinks({ links }: { links: readonly LinkPath[] }) {
  const show = useGraphViewState();
  const isWhole = links.length <= MAX_DRAWN_WHOLE;
  const region = useStore(isWhole ? wholeRegion : tiledRegion);
  const drawn = useMemo(() => (isWhole ? links : linksWithin(links, region)), [links, isWhole, region]);
  return (
    <ViewportPortal>
      <svg aria-hidden className="graph-links">
        {drawn.map(({ id, source, target, path }) => {
          const state = stateOf(show, source);
          return (
            <LinkLine
              key={id}
              path={path}
              line={state ? nodeStyle(state.state).line : 'quiet'}
              isNear={show.selectedId === source || show.selectedId === target}
            />
          );
        })}
      </svg>
    </ViewportPortal>
  );
}

const LinkLine = memo(function LinkLine({
  path,
  line,
  isNear,
}: {
  path: string;
  line: NodeStyle['line'];
  isNear: boolean;
}) {
  return <path d={path} className={classNames('graph-line', strokes[line], isNear && 'graph-line-near')} />;
});

const TILE_PX = 512;

/**
 * Returns the region around the view in whole tiles, as text: a pan changes it only when it reaches the next tile, not on each
 * frame.
 */
function tiledRegion({ transform: [x, y, zoom], width, height }: ReactFlowState): string {
  const tile = TILE_PX / 2 ** Math.floor(Math.log2(zoom));
  const first = (offset: number) => (Math.floor(-offset / zoom / tile) - 1) * tile;
  const last = (offset: number, length: number) => (Math.ceil((length - offset) / zoom / tile) + 1) * tile;
  return [first(x), first(y), last(x, width), last(y, height)].join(' ');
}

const wholeRegion = () => '';

function linksWithin(links: readonly LinkPath[], region: string): LinkPath[] {
  const [left = 0, top = 0, right = 0, bottom = 0] = region.split(' ').map(Number);
  return links.filter((link) => link.right >= left && link.left <= right && link.bottom >= top && link.top <= bottom);
}
