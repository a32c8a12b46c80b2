import type { ComponentProps } from 'react';
import { classNames } from '@/lib/class-names';

/** The browser's own: keyboard, touch and readers know it, and it costs nothing. Beside it stands the exact number. */
export function Slider({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <input
      type="range"
      {...rest}
      className={classNames('h-8 min-w-0 cursor-pointer accent-accent disabled:cursor-default', className)}
    />
  );
}
