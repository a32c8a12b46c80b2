import type { ComponentProps } from 'react';
import { classNames } from '@/lib/class-names';

const CONTROL =
  'w-full min-w-0 rounded-md border border-control bg-canvas text-text placeholder:text-faint hover:border-faint focus-visible:outline-offset-0 aria-invalid:border-bad disabled:text-faint';

export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" autoComplete="off" {...rest} className={classNames(CONTROL, 'h-8 px-2.5', className)} />;
}

/** Text, not `type=number`: browsers round 64-bit numbers there and discard invalid input. */
export function NumberInput({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <TextInput inputMode="decimal" spellCheck={false} {...rest} className={classNames('tabular-nums', className)} />
  );
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={4}
      {...rest}
      className={classNames(CONTROL, 'field-sizing-content max-h-80 min-h-20 resize-y px-2.5 py-1.5', className)}
    />
  );
}
