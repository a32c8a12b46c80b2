import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { ModelEntry } from '@contract/router/schemas';
import type { SchemaDetails } from '@/features/models/schema/schema-query';
import type { RunRecord } from '@/domains/model-calls/run-record';
import type { Surface } from '@/api/surface';
import { StarButton } from '../star-button';
import { MissingKeyChip, ModalityChips } from '../modality-chips';
import { ModelExample } from './model-example';

export const ROW_HEIGHT = 48;
export const CARD_HEIGHT = 76;

interface ModelRowProps {
  surface: Surface;
  entry: ModelEntry;
  /** `undefined` if the schema document was not read. */
  facts: SchemaDetails | undefined;
  /** Its last result in this browser. */
  last?: RunRecord | undefined;
  /** Whether rows have pictures. */
  hasPictures: boolean;
}

export const ModelRow = memo(function ModelRow({ surface, entry, facts, last, hasPictures }: ModelRowProps) {
  return (
    <div className="relative flex h-19 items-center gap-2 border-b border-line pr-4 pl-2 hover:bg-raised has-[a:focus-visible]:bg-raised md:h-12 md:pr-5 md:pl-3">
      {/* Above the link, which covers the whole row. */}
      <div className="relative z-10">
        <StarButton surface={surface} modelId={entry.id} />
      </div>
      {hasPictures ? <ModelExample surface={surface} modelId={entry.id} last={last} /> : null}
      <div className="flex min-w-0 flex-1 flex-col gap-1 md:flex-row md:items-center md:gap-3">
        <Link
          to="/$surface/models/$provider/$model"
          params={{ surface: surface.id, provider: entry.provider, model: entry.model }}
          data-row-id={entry.id}
          data-opens-on-hold={entry.model}
          title={entry.id}
          className="min-w-0 truncate outline-none lg:max-w-[50%] lg:shrink-0 after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          <span className="text-muted">{entry.provider}</span>
          <span className="px-1 text-faint">/</span>
          <span className="font-medium">{entry.model}</span>
        </Link>
        {facts?.summary ? (
          <p className="min-w-0 flex-1 truncate text-sm text-faint max-lg:hidden" title={facts.summary}>
            {facts.summary}
          </p>
        ) : null}
        <div className="flex shrink-0 items-center gap-1.5 overflow-hidden md:ml-auto">
          {facts?.needsKey ? <MissingKeyChip /> : null}
          {facts ? <ModalityChips modalities={facts.outputModalities} /> : null}
        </div>
      </div>
    </div>
  );
});
