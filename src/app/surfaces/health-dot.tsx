import { classNames } from '@/lib/class-names';
import type { Health } from './health-of';

const DOTS = { ok: 'bg-ok', warn: 'bg-warn', bad: 'bg-bad', unknown: 'bg-faint' };

export function HealthDot({ tone, className }: { tone: Health['tone']; className?: string }) {
  return (
    <span
      aria-hidden
      className={classNames('size-2 shrink-0 rounded-full forced-color-adjust-none', DOTS[tone], className)}
    />
  );
}
