import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '@/lib/class-names';

const TONES = { ok: 'text-ok', warn: 'text-warn', bad: 'text-bad' };

interface NoticeProps {
  tone: 'ok' | 'warn' | 'bad';
  title: string;
  advice: string | null;
  /** Under the text. */
  children?: ReactNode;
}

/** A result in one sentence, and what to do about it. */
export function Notice({ tone, title, advice, children }: NoticeProps) {
  const Icon = tone === 'ok' ? CircleCheck : CircleAlert;
  return (
    <div className="flex min-w-0 gap-2.5 rounded-lg border border-line bg-raised px-3 py-2.5">
      <Icon aria-hidden className={classNames('mt-0.5 size-4 shrink-0', TONES[tone])} />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <div className="wrap-anywhere">
          <p className={classNames('font-medium', tone === 'bad' && 'text-bad')}>{title}</p>
          {advice === null ? null : <p className="text-muted">{withWholeFlags(advice)}</p>}
        </div>
        {children}
      </div>
    </div>
  );
}

/** Keeps flags such as `--listen` on one line: browsers break after their hyphens. */
export function withWholeFlags(text: string): ReactNode {
  return text.split(/(--[a-z]+(?:-[a-z]+)*)/).map((part, index) =>
    part.startsWith('--') ? (
      // oxlint-disable-next-line react/no-array-index-key -- parts of a text have no identity, and never move
      <span key={index} className="font-mono whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
