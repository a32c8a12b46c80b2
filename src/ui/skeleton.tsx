import { classNames } from '@/lib/class-names';

/** Placeholder of loading content; its parent announces it to screen readers. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames('animate-pulse rounded bg-hover', className)} />;
}
