import { classNames } from '@/lib/class-names';

/** The place of something that is on its way; its owner says so to readers. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames('animate-pulse rounded bg-hover', className)} />;
}
