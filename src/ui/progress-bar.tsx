import { classNames } from '@/lib/class-names';

interface ProgressBarProps {
  /** 0 to 1; `null` for indeterminate progress. */
  value: number | null;
  label: string;
  tone?: 'accent' | 'ok' | 'bad' | 'quiet';
  className?: string;
}

const fill = { accent: 'bg-accent', ok: 'bg-ok', bad: 'bg-bad', quiet: 'bg-faint' };

export function ProgressBar({ value, label, tone = 'accent', className }: ProgressBarProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value === null ? undefined : Math.floor(value * 100)}
      className={classNames('h-1 overflow-hidden rounded-full bg-hover', className)}
    >
      {value === null ? (
        <div className={classNames('h-full w-1/3 animate-sweep rounded-full', fill[tone])} />
      ) : (
        <div
          className={classNames('h-full origin-left rounded-full transition-transform duration-300', fill[tone])}
          style={{ transform: `scaleX(${Math.min(1, Math.max(0, value))})` }}
        />
      )}
    </div>
  );
}
