import { Ban, Check, CircleAlert, Clock, Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '@/lib/i18n/messages';
import { ProgressBar } from '@/ui/progress-bar';
import { Spinner } from '@/ui/spinner';

interface ResultCaptionProps {
  number: number;
  /** State of the run; one without an icon waits. */
  state: string;
  /** What the run does, or what it was. */
  text: ReactNode;
  /** All of a text that may be cut. */
  hint?: string | undefined;
  /** Of an active run: 0 to 1, or `null` if it is unknown. */
  progress?: number | null | undefined;
  /** The run is being canceled. */
  isQuiet?: boolean;
  /** What can be done about the state. */
  children?: ReactNode;
}

/** One line below the picture: the progress of an active run, else what the run was. */
export function ResultCaption({ number, state, text, hint, progress, isQuiet = false, children }: ResultCaptionProps) {
  return (
    <div className="mx-4 shrink-0 md:mx-5">
      <div className="h-0.5">
        {progress === undefined ? null : (
          <ProgressBar
            value={progress}
            label={t('Progress of the run')}
            tone={isQuiet ? 'quiet' : 'accent'}
            className="h-0.5 rounded-none"
          />
        )}
      </div>
      <div className="flex min-h-10 items-center gap-2">
        <span className="flex shrink-0 [&_svg]:size-4">{iconOf(state)}</span>
        <p className="min-w-0 flex-1 truncate" title={hint}>
          <span className="font-medium">{t('Run {number}', { number })}</span>
          <span className="text-muted"> · {text}</span>
        </p>
        {children}
      </div>
    </div>
  );
}

function iconOf(state: string): ReactNode {
  switch (state) {
    case 'succeeded':
      return <Check aria-hidden className="text-ok" />;
    case 'failed':
      return <CircleAlert aria-hidden className="text-bad" />;
    case 'running':
      return <Spinner />;
    case 'queued':
      return <Clock aria-hidden className="text-muted" />;
    case 'canceled':
      return <Ban aria-hidden className="text-muted" />;
    default:
      return <Hourglass aria-hidden className="text-muted" />;
  }
}
