import { cva, type VariantProps } from 'class-variance-authority';
import { LoaderCircle } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '@/lib/class-names';

const buttonStyle = cva(
  'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border font-[520] whitespace-nowrap select-none transition-colors aria-disabled:cursor-not-allowed [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      tone: {
        primary:
          'border-accent bg-accent font-semibold text-accent-text not-aria-disabled:hover:brightness-110 aria-disabled:border-control aria-disabled:bg-hover aria-disabled:text-muted',
        plain: 'border-control bg-raised text-text not-aria-disabled:hover:bg-hover aria-disabled:text-faint',
        ghost:
          'border-transparent text-muted not-aria-disabled:hover:bg-hover not-aria-disabled:hover:text-text aria-disabled:text-faint',
        danger: 'border-control bg-raised text-bad not-aria-disabled:hover:bg-bad-soft aria-disabled:text-faint',
      },
      size: { sm: 'h-7 px-2 text-sm', md: 'h-8 px-3', lg: 'h-9 px-4', icon: 'size-8', 'icon-sm': 'size-7' },
    },
    defaultVariants: { tone: 'plain', size: 'md' },
  },
);

type ButtonStyle = VariantProps<typeof buttonStyle>;

export type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> &
  ButtonStyle & {
    /** Why the control does nothing now. It stays focusable, so that keyboard and reader users learn the reason. */
    disabledReason?: string | null | undefined;
    isBusy?: boolean;
    children: ReactNode;
  };

export function Button({ tone, size, className, disabledReason, isBusy, onClick, children, ...rest }: ButtonProps) {
  const isOff = Boolean(disabledReason) || isBusy === true;
  return (
    <button
      type="button"
      {...rest}
      className={classNames(buttonStyle({ tone, size }), className)}
      aria-disabled={isOff || undefined}
      aria-busy={isBusy || undefined}
      title={disabledReason ?? rest.title}
      onClick={(event) => {
        if (isOff) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {isBusy ? <LoaderCircle aria-hidden className="animate-spin" /> : null}
      {children}
    </button>
  );
}

/** Returns the class names of a button, for links. */
export function buttonClass(style: ButtonStyle = {}): string {
  return buttonStyle(style);
}
