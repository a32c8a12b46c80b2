import { Timer, Workflow, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/ui/button';
import type { JobsSearch } from './jobs-search';
import { MIN_DURATION_TEXT } from './min-duration-text';

interface ActiveFiltersProps {
  search: JobsSearch;
  onChange: (change: JobsSearch) => void;
}

/** Active filters besides search and dates, each with a button to remove it. */
export function ActiveFilters({ search: { title, ran }, onChange }: ActiveFiltersProps) {
  return (
    <div
      role="group"
      aria-label="Active filters"
      className="flex min-h-11 shrink-0 flex-wrap items-center gap-1.5 border-b border-line px-4 py-2 md:px-5"
    >
      {title === undefined ? null : (
        <Condition onRemove={() => onChange({ title: undefined })} name={`Workflow “${title}”`}>
          <Workflow aria-hidden className="size-3.5 shrink-0" />
        </Condition>
      )}
      {ran === undefined ? null : (
        <Condition onRemove={() => onChange({ ran: undefined })} name={`Longer than ${MIN_DURATION_TEXT[ran]}`}>
          <Timer aria-hidden className="size-3.5 shrink-0" />
        </Condition>
      )}
    </div>
  );
}

interface ConditionProps {
  name: string;
  onRemove: () => void;
  /** Icon. */
  children: ReactNode;
}

function Condition({ name, onRemove, children }: ConditionProps) {
  return (
    <span className="flex h-7 max-w-full min-w-0 items-center gap-1.5 rounded-full border border-accent bg-accent-soft pr-0.5 pl-2.5 text-accent">
      {children}
      <span className="truncate">{name}</span>
      <Button
        tone="ghost"
        size="icon-sm"
        className="size-6 rounded-full text-accent"
        aria-label={`Remove filter: ${name}`}
        title="Remove filter"
        onClick={onRemove}
      >
        <X aria-hidden />
      </Button>
    </span>
  );
}
