import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { SchemaDetails } from '@/features/models/schema/schema-query';
import type { ModelEntry } from '@contract/router/schemas';
import { isOwnGateway, type Surface } from '@/api/surface';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { t } from '@/lib/i18n/messages';
import { useRowKeys } from '@/shared/page/use-row-navigation';
import { RowBoundary } from '@/ui/row-boundary';
import { useLastResults } from './last-result';
import { CARD_HEIGHT, ModelRow, ROW_HEIGHT } from './model-row';

const OVERSCAN = 4;

interface ModelRowsProps {
  surface: Surface;
  models: readonly ModelEntry[];
  schemas: ReadonlyMap<string, SchemaDetails>;
}

/** Virtualized list of models. */
export function ModelRows({ surface, models, schemas }: ModelRowsProps) {
  const lastResults = useLastResults(surface);
  const hasPictures = isOwnGateway(surface) || lastResults.size > 0;
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = useMediaQuery('(min-width: 768px)') ? ROW_HEIGHT : CARD_HEIGHT;
  // Keyed by index, not by model: a keystroke in the search updates the rows in place instead of remounting them.
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized: the list re-renders on every scroll.
  const virtualizer = useVirtualizer({
    count: models.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
  });
  useRowKeys({
    idAt: (index) => models[index]?.id,
    count: models.length,
    scrollToRow: (index) => virtualizer.scrollToIndex(index),
  });
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
      <ul key={rowHeight} aria-label={t('Models')} className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const entry = models[item.index];
          return entry ? (
            <li
              key={item.key}
              aria-setsize={models.length}
              aria-posinset={item.index + 1}
              data-row
              className="absolute inset-x-0 top-0"
              style={{ height: item.size, transform: `translateY(${item.start}px)` }}
            >
              <RowBoundary name={entry.id} record={entry}>
                <ModelRow
                  surface={surface}
                  entry={entry}
                  facts={schemas.get(entry.id)}
                  last={lastResults.get(entry.id)}
                  hasPictures={hasPictures}
                />
              </RowBoundary>
            </li>
          ) : null;
        })}
      </ul>
    </div>
  );
}
