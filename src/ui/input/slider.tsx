import type { ComponentProps } from 'react';
import { classNames } from '@/lib/class-names';

/** Native slider, with built-in keyboard, touch and screen reader support. The exact number is next to it. */
export function Slider({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <input
      type="range"
      {...rest}
      className={classNames('h-8 min-w-0 cursor-pointer accent-accent disabled:cursor-default', className)}
    />
  );
}
