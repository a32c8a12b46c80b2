import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState, type ReactNode, type KeyboardEvent } from 'react';
import type { ListedAsset } from '@contract/console/schemas';
import type { Surface } from '@/api/surface';
import { NO_MARK, type FileMarks } from '@/domains/annotations/file-marks';
import { useElementSize } from '@/lib/hooks/use-element-size';
import { t } from '@/lib/i18n/messages';
import { useSetting } from '@/lib/settings/use-setting';
import { useCommands } from '@/shared/commands/use-commands';
import { RowBoundary } from '@/ui/row-boundary';
import type { RunAssetAction } from './actions/asset-actions';
import { AssetTile } from './asset-tile';
import { resizeTiles, SIDE_STEP, TEXT_SIDE, tileSideSetting } from './gallery-view';
import { GAP, gridShape, type GridShape } from './grid-model';
import { mayActOnKey } from '@/lib/keyboard/character-shortcuts';
import { nextTile } from '@/lib/keyboard/row-beside';

/** On a phone, tiles are smaller by this factor. */
const NARROW_FACTOR = 0.75;
const NARROW = 560;
/** Longest sides of thumbnails. */
const THUMB_TILE = 256;
const THUMB_LARGE = 512;
const OVERSCAN_ROWS = 3;
const NEAR_END_ROWS = 4;

interface AssetGridProps {
  surface: Surface;
  assets: readonly ListedAsset[];
  openId: string | undefined;
  selectedIds: ReadonlySet<string>;
  marks: FileMarks;
  onOpen: (id: string) => void;
  run: RunAssetAction;
  onNearEnd: () => void;
  /** Shown below the last row. */
  end: ReactNode;
}

/** Images in rows; only the visible ones are rendered. */
export function AssetGrid(props: AssetGridProps) {
  const scrollRef = useRef<HTMLDivElement>(null);
  const { ref, size } = useElementSize();
  const side = useSetting(tileSideSetting);
  useCommands({ 'zoom-in': () => resizeTiles(SIDE_STEP), 'zoom-out': () => resizeTiles(-SIDE_STEP) });
  const hasText = side >= TEXT_SIDE;
  return (
    <div
      ref={scrollRef}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pt-4 md:px-5"
      data-scroll-area
    >
      <div ref={ref}>
        {size ? (
          <Rows
            {...props}
            shape={gridShape(size.width, size.width < NARROW ? side * NARROW_FACTOR : side, hasText)}
            hasText={hasText}
            scroller={() => scrollRef.current}
          />
        ) : null}
      </div>
      {props.end}
    </div>
  );
}

interface RowsProps extends AssetGridProps {
  shape: GridShape;
  hasText: boolean;
  scroller: () => HTMLDivElement | null;
}

function Rows(props: RowsProps) {
  const { assets, shape, scroller, onNearEnd, selectedIds, marks, openId, surface, onOpen, run } = props;
  const { columns, rowHeight, side } = shape;
  const rowCount = Math.ceil(assets.length / columns);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized: it draws on every scroll.
  const virtualizer = useVirtualizer({
    count: rowCount,
    getScrollElement: scroller,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN_ROWS,
  });
  const rows = virtualizer.getVirtualItems();
  const lastRow = rows.at(-1)?.index ?? 0;
  const places = useMemo(() => new Map(assets.map(({ id }, index) => [id, index])), [assets]);
  const [focusedId, setFocusedId] = useState<string | null>(null);

  const onKeyDown = gridKeys({
    count: assets.length,
    columns,
    indexOf: (id) => places.get(id) ?? -1,
    idAt: (index) => assets[index]?.id,
    scrollTo: (index) => virtualizer.scrollToIndex(Math.floor(index / columns)),
    onEnter: (id) => {
      const asset = assets[places.get(id) ?? -1];
      if (asset) run('open', [asset]);
    },
  });

  // Subscribes to the scroll position, which only the virtualizer knows.
  useEffect(() => {
    if (lastRow >= rowCount - NEAR_END_ROWS) onNearEnd();
  }, [lastRow, rowCount, onNearEnd]);
  useEffect(() => {
    virtualizer.measure();
  }, [virtualizer, rowHeight]);

  const from = (rows[0]?.index ?? 0) * columns;
  const shown = assets.slice(from, (lastRow + 1) * columns);
  const tabStop = shown.some(({ id }) => id === focusedId) ? focusedId : shown[0]?.id;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys of the links and buttons in it
    <ul
      aria-label={t('Files')}
      className="relative"
      style={{ height: virtualizer.getTotalSize() }}
      onKeyDown={onKeyDown}
    >
      {shown.map((asset, offset) => {
        const index = from + offset;
        const top = Math.floor(index / columns) * rowHeight;
        const left = (index % columns) * (shape.side + GAP);
        return (
          <li
            key={asset.id}
            aria-setsize={assets.length}
            aria-posinset={index + 1}
            className="absolute top-0 left-0"
            style={{ width: shape.side, height: rowHeight - GAP, transform: `translate(${left}px, ${top}px)` }}
          >
            <RowBoundary name={asset.file_path ?? asset.id} record={asset}>
              <AssetTile
                surface={surface}
                asset={asset}
                isOpen={asset.id === openId}
                isSelected={selectedIds.has(asset.id)}
                mark={marks.get(asset.id) ?? NO_MARK}
                isTabStop={asset.id === tabStop}
                thumbnail={side * window.devicePixelRatio > THUMB_TILE ? THUMB_LARGE : THUMB_TILE}
                hasText={props.hasText}
                onFocus={setFocusedId}
                onOpen={onOpen}
                run={run}
              />
            </RowBoundary>
          </li>
        );
      })}
    </ul>
  );
}

interface GridKeysOptions {
  count: number;
  columns: number;
  indexOf: (id: string) => number;
  idAt: (index: number) => string | undefined;
  scrollTo: (index: number) => void;
  onEnter: (id: string) => void;
}

/** Number of frames to wait for a tile that renders after scrolling. */
const MAX_FRAMES = 10;

/**
 * Returns the grid's handler for the arrow keys, which move between tiles: roving focus belongs to the grid and is not a
 * command. Enter opens the viewer.
 */
function gridKeys({ count, columns, indexOf, idAt, scrollTo, onEnter }: GridKeysOptions) {
  return (event: KeyboardEvent) => {
    if (!mayActOnKey(event.nativeEvent)) return;
    const id = focusedTile();
    if (id !== null && event.key === 'Enter') {
      event.preventDefault();
      onEnter(id);
      return;
    }
    const to = id === null ? null : nextTile(event.key, indexOf(id), count, columns);
    if (id === null || to === null) return;
    scrollTo(to);
    focusTile(idAt(to) ?? id);
    event.preventDefault();
  };
}

/** Returns the id of the focused file. */
export function focusedTile(): string | null {
  return document.activeElement?.closest<HTMLElement>('[data-asset]')?.dataset['asset'] ?? null;
}

/** Focuses a tile, also one that is about to be rendered. */
export function focusTile(id: string, framesLeft = MAX_FRAMES): void {
  const tile = document.querySelector<HTMLElement>(`[data-asset="${CSS.escape(id)}"]`);
  if (tile) {
    tile.focus();
    tile.scrollIntoView({ block: 'nearest' });
  } else if (framesLeft > 0) requestAnimationFrame(() => focusTile(id, framesLeft - 1));
}
