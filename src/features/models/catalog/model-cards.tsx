import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { RunRecord } from '@/domains/model-calls/run-record';
import type { SchemaDetails } from '@/features/models/schema/schema-query';
import type { ModelEntry } from '@contract/router/schemas';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { useRowKeys } from '@/shared/page/use-row-navigation';
import { RowBoundary } from '@/ui/row-boundary';
import { StarButton } from '../star-button';
import { MissingKeyChip, ModalityChips } from '../modality-chips';
import { CARD_GRID, useCardColumns } from './catalog-layout';
import { useLastResults } from './last-result';
import { LargeModelExample } from './model-example';

const OVERSCAN = 2;
const GAP_PX = 16;
const PADDING_PX = 20;
/** Height of a card without its image. */
const TEXT_PX = 88;
const IMAGE_RATIO = 5 / 8;
/** Until the list is laid out. */
const TYPICAL_WIDTH = 1200;

interface ModelCardsProps {
  surface: Surface;
  models: readonly ModelEntry[];
  schemas: ReadonlyMap<string, SchemaDetails>;
  /** Whether the whole catalog is long, so that the layout does not change while a search is typed. */
  isLong: boolean;
}

/** Models as cards with their last results or examples. Only lines near the visible part are rendered. */
export function ModelCards({ surface, models, schemas, isLong }: ModelCardsProps) {
  const lastResults = useLastResults(surface);
  const scroller = useRef<HTMLDivElement>(null);
  const columns = useCardColumns(isLong);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized: the list re-renders on every scroll.
  const virtualizer = useVirtualizer({
    count: Math.ceil(models.length / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => {
      const width = (scroller.current?.clientWidth ?? TYPICAL_WIDTH) - 2 * PADDING_PX - GAP_PX * (columns - 1);
      return (width / columns) * IMAGE_RATIO + TEXT_PX;
    },
    gap: GAP_PX,
    paddingStart: PADDING_PX,
    paddingEnd: PADDING_PX,
    overscan: OVERSCAN,
  });
  useRowKeys({
    idAt: (index) => models[index]?.id,
    count: models.length,
    scrollToRow: (index) => virtualizer.scrollToIndex(Math.floor(index / columns)),
  });
  const lines = virtualizer.getVirtualItems();
  const [first] = lines;
  const last = lines.at(-1);
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
      <ul
        key={columns}
        aria-label={t('Models')}
        className={CARD_GRID[isLong ? 'long' : 'short']}
        // Space of the lines that are not rendered.
        style={{ paddingTop: first?.start, paddingBottom: last && virtualizer.getTotalSize() - last.end }}
      >
        {lines.flatMap((line) =>
          models.slice(line.index * columns, (line.index + 1) * columns).map((entry, column) => {
            const index = line.index * columns + column;
            return (
              <li
                // Keyed by index, not by model: a keystroke in the search updates the cards in place.
                // oxlint-disable-next-line react/no-array-index-key
                key={index}
                ref={column === 0 ? virtualizer.measureElement : undefined}
                data-index={line.index}
                data-row
                aria-setsize={models.length}
                aria-posinset={index + 1}
              >
                <RowBoundary name={entry.id} record={entry}>
                  <ModelCard
                    surface={surface}
                    entry={entry}
                    facts={schemas.get(entry.id)}
                    last={lastResults.get(entry.id)}
                  />
                </RowBoundary>
              </li>
            );
          }),
        )}
      </ul>
    </div>
  );
}

interface ModelCardProps {
  surface: Surface;
  entry: ModelEntry;
  /** `undefined` if the schema document was not read. */
  facts: SchemaDetails | undefined;
  /** Its last result in this browser. */
  last?: RunRecord | undefined;
}

export function ModelCard({ surface, entry, facts, last }: ModelCardProps) {
  return (
    <article className="relative flex h-full flex-col overflow-hidden rounded-xl border border-line bg-panel transition-colors hover:border-control">
      <LargeModelExample surface={surface} modelId={entry.id} last={last} className="border-b border-line" />
      <div className="flex flex-1 flex-col gap-1 pt-2 pr-2 pb-3 pl-3.5">
        <div className="flex items-center gap-2">
          <Link
            to="/$surface/models/$provider/$model"
            params={{ surface: surface.id, provider: entry.provider, model: entry.model }}
            data-row-id={entry.id}
            data-opens-on-hold={entry.model}
            title={entry.id}
            className="min-w-0 flex-1 truncate outline-none after:absolute after:inset-0 after:rounded-xl focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          >
            <span className="text-muted">{entry.provider}</span>
            <span className="px-1 text-faint">/</span>
            <span className="font-semibold">{entry.model}</span>
          </Link>
          <div className="flex shrink-0 items-center gap-1.5">
            {facts?.needsKey ? <MissingKeyChip /> : null}
            {facts ? <ModalityChips modalities={facts.outputModalities} /> : null}
          </div>
          {/* Above the link, which covers the whole card. */}
          <div className="relative z-10">
            <StarButton surface={surface} modelId={entry.id} />
          </div>
        </div>
        {facts?.summary ? <p className="line-clamp-2 pr-1.5 text-sm text-muted empty:hidden">{facts.summary}</p> : null}
      </div>
    </article>
  );
}
