import type { SurfaceColor } from '@contract/console/surfaces';
import { classNames } from '@/lib/class-names';

const COLORS: Readonly<Record<SurfaceColor, string>> = {
  gray: 'bg-surface-gray',
  blue: 'bg-surface-blue',
  green: 'bg-surface-green',
  amber: 'bg-surface-amber',
  red: 'bg-surface-red',
  purple: 'bg-surface-purple',
  pink: 'bg-surface-pink',
  teal: 'bg-surface-teal',
};

/** Color mark of a server. Decorative: the name is always next to it. */
export function SurfaceColorMark({
  color = 'gray',
  className,
}: {
  color?: SurfaceColor | undefined;
  className?: string;
}) {
  return (
    <span
      aria-hidden
      className={classNames('w-1 shrink-0 rounded-full forced-color-adjust-none', COLORS[color], className)}
    />
  );
}
