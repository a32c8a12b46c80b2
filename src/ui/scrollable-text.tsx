import type { ComponentProps } from 'react';
import { classNames } from '@/lib/class-names';

type ScrollTextProps = Omit<ComponentProps<'pre'>, 'tabIndex' | 'role'> & {
  /** What the text is. */
  label: string;
};

/** Long plain text in a scroll container. It is focusable, so that the keyboard can scroll it. */
export function ScrollText({ label, className, ...rest }: ScrollTextProps) {
  return (
    <pre
      {...rest}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      role="region"
      aria-label={label}
      className={classNames('overflow-auto font-mono text-sm break-words whitespace-pre-wrap', className)}
    />
  );
}
