import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '@/lib/i18n/messages';
import { Button } from './button';

interface FilterChipProps {
  name: string;
  onRemove: () => void;
  /** Icon. */
  children: ReactNode;
}

/** An active filter of a list, with a button to remove it. */
export function FilterChip({ name, onRemove, children }: FilterChipProps) {
  return (
    <span className="flex h-7 max-w-full min-w-0 items-center gap-1.5 rounded-full border border-accent bg-accent-soft pr-0.5 pl-2.5 text-accent">
      {children}
      <span className="truncate" title={name}>
        {name}
      </span>
      <Button
        tone="ghost"
        size="icon-sm"
        className="size-6 rounded-full text-accent"
        aria-label={t('Remove filter: {name}', { name })}
        title={t('Remove filter')}
        onClick={onRemove}
      >
        <X aria-hidden />
      </Button>
    </span>
  );
}
