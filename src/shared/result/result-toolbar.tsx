import { GitCompareArrows } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '@/lib/i18n/messages';
import { useCommandHint } from '@/shared/commands/key-labels';
import { Button } from '@/ui/button';

interface ResultToolbarProps {
  /** Star and rating. */
  marks: ReactNode;
  onCompare: () => void;
  /** Why it cannot be compared with the previous run; `null` if it can. */
  incomparable: string | null;
  /** What else can be done with the result. */
  children: ReactNode;
}

/** What can be done with a run, below its picture. */
export function ResultToolbar({ marks, onCompare, incomparable, children }: ResultToolbarProps) {
  const compareHint = useCommandHint(t('Compare with previous'), 'compare');
  return (
    <div className="@container flex shrink-0 flex-wrap items-center gap-x-1.5 gap-y-1.5 px-4 sm:gap-x-2 pb-3 md:px-5">
      {marks}
      <div className="ml-auto flex items-center gap-1 sm:gap-2">
        <Button
          aria-label={t('Compare with previous')}
          {...compareHint}
          disabledReason={incomparable}
          onClick={onCompare}
        >
          <GitCompareArrows aria-hidden />
          <span className="@max-[620px]:hidden">{t('Compare with previous')}</span>
        </Button>
        {children}
      </div>
    </div>
  );
}
