import { MessageSquareQuote, Timer, Workflow } from 'lucide-react';
import { t } from '@/lib/i18n/messages';
import { FilterChip } from '@/ui/filter-chip';
import type { JobsSearch } from './jobs-search';
import { MIN_DURATION_TEXT } from './min-duration-text';

interface ActiveFiltersProps {
  search: JobsSearch;
  onChange: (change: JobsSearch) => void;
}

/** Active filters besides search and dates, each with a button to remove it. */
export function ActiveFilters({ search: { title, workflow, like, ran }, onChange }: ActiveFiltersProps) {
  return (
    <div
      role="group"
      aria-label={t('Active filters')}
      className="flex min-h-11 shrink-0 flex-wrap items-center gap-1.5 border-b border-line px-4 py-2 md:px-5"
    >
      {title === undefined ? null : (
        <FilterChip onRemove={() => onChange({ title: undefined })} name={t('Workflow “{title}”', { title })}>
          <Workflow aria-hidden className="size-3.5 shrink-0" />
        </FilterChip>
      )}
      {workflow === undefined ? null : (
        <FilterChip
          onRemove={() => onChange({ workflow: undefined })}
          name={t('Same workflow as job {id}', { id: workflow.slice(0, 8) })}
        >
          <Workflow aria-hidden className="size-3.5 shrink-0" />
        </FilterChip>
      )}
      {like === undefined ? null : (
        <FilterChip
          onRemove={() => onChange({ like: undefined })}
          name={t('Same prompt as job {id}', { id: like.slice(0, 8) })}
        >
          <MessageSquareQuote aria-hidden className="size-3.5 shrink-0" />
        </FilterChip>
      )}
      {ran === undefined ? null : (
        <FilterChip
          onRemove={() => onChange({ ran: undefined })}
          name={t('Longer than {duration}', { duration: t(MIN_DURATION_TEXT[ran]) })}
        >
          <Timer aria-hidden className="size-3.5 shrink-0" />
        </FilterChip>
      )}
    </div>
  );
}
