import { CircleX, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';

interface ResultFailureProps {
  /** `warn`: it is not over, or its outcome is unknown. */
  tone?: 'bad' | 'warn' | 'neutral';
  title: ReactNode;
  /** Reason and advice. */
  children: ReactNode;
  /** Ways to fix it. */
  actions: ReactNode;
}

/** In place of a picture: why there is no result, what that costs, and what to do about it. */
export function ResultFailure({ tone = 'bad', title, children, actions }: ResultFailureProps) {
  const { icon: Icon, frame, text } = TONES[tone];
  return (
    <section
      aria-label={tone === 'bad' ? t('Why it failed') : t('Status')}
      className={classNames(
        'mx-auto flex max-h-full w-full max-w-[64ch] min-w-0 items-start gap-3 overflow-y-auto rounded-lg border p-4',
        frame,
      )}
    >
      <Icon aria-hidden className={classNames('mt-0.5 size-5 shrink-0', text)} />
      <div className="min-w-0 flex-1">
        <h3 className="font-semibold">{title}</h3>
        {children}
        <div className="mt-3 flex flex-wrap gap-2 empty:hidden">{actions}</div>
      </div>
    </section>
  );
}

const TONES = {
  bad: { icon: CircleX, frame: 'border-bad/40 bg-bad-soft', text: 'text-bad' },
  warn: { icon: TriangleAlert, frame: 'border-warn/40 bg-warn-soft', text: 'text-warn' },
  neutral: { icon: Info, frame: 'border-line bg-panel', text: 'text-muted' },
};
