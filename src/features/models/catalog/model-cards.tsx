import { Link } from '@tanstack/react-router';
import { useModelMetadata } from '@/domains/models/model-metadata';
import type { SchemaDetails } from '@/features/models/schema/schema-query';
import type { ModelEntry } from '@contract/router/schemas';
import type { Surface } from '@/api/surface';
import { useRowKeys } from '@/shared/page/use-row-navigation';
import { RowBoundary } from '@/ui/row-boundary';
import { BillingChip } from '../billing-chip';
import { StarButton } from '../star-button';
import { ModalityChips } from '../modality-chips';
import { LargeModelExample } from './model-example';

/** Maximum number of models shown as cards; longer catalogs are easier to scan as rows. */
export const MAX_CARDS = 12;

interface ModelCardsProps {
  surface: Surface;
  models: readonly ModelEntry[];
  schemas: ReadonlyMap<string, SchemaDetails>;
}

/** Short catalog as cards with example outputs; rows would leave most of the window empty. */
export function ModelCards({ surface, models, schemas }: ModelCardsProps) {
  const own = useModelMetadata(surface);
  // All cards are in the DOM, so focusing one scrolls to it.
  useRowKeys({ idAt: (index) => models[index]?.id, count: models.length, scrollToRow: () => undefined });
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-5">
      <ul aria-label="Models" className="mx-auto grid max-w-[2000px] grid-cols-2 gap-4 lg:grid-cols-3">
        {models.map((entry) => (
          <li key={entry.id} data-row>
            <RowBoundary name={entry.id} record={entry}>
              <ModelCard
                surface={surface}
                entry={entry}
                facts={schemas.get(entry.id)}
                isFree={own.get(entry.id)?.isFree ?? false}
              />
            </RowBoundary>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ModelCardProps {
  surface: Surface;
  entry: ModelEntry;
  /** `undefined` if the schema document was not read. */
  facts: SchemaDetails | undefined;
  isFree: boolean;
}

export function ModelCard({ surface, entry, facts, isFree }: ModelCardProps) {
  return (
    <article className="relative flex h-full flex-col overflow-hidden rounded-xl border border-line bg-panel transition-colors hover:border-control">
      <LargeModelExample surface={surface} modelId={entry.id} className="border-b border-line" />
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
            {facts ? <ModalityChips modalities={facts.outputModalities} /> : null}
            {isFree ? null : <BillingChip billing={entry.billing} />}
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
