import type { SchemaDetails } from '@/features/models/schema/schema-query';
import type { ModelEntry } from '@contract/router/schemas';
import { isOwnGateway, type Surface } from '@/api/surface';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { useVirtualList } from '@/lib/hooks/use-virtual-list';
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
  const rowHeight = useMediaQuery('(min-width: 768px)') ? ROW_HEIGHT : CARD_HEIGHT;
  // Keyed by index, not by model: a keystroke in the search updates the rows in place instead of remounting them.
  const { scroller, listStyle, rows, rowProps, scrollToRow } = useVirtualList({
    count: models.length,
    heightOf: () => rowHeight,
    overscan: OVERSCAN,
  });
  useRowKeys({
    idAt: (index) => models[index]?.id,
    count: models.length,
    scrollToRow,
  });
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
      <ul key={rowHeight} aria-label={t('Models')} className="relative" style={listStyle}>
        {rows.map((row) => {
          const entry = models[row.index];
          return entry ? (
            <li key={row.key} {...rowProps(row)} data-row className="absolute inset-x-0 top-0">
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
