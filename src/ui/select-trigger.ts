import { cva } from 'class-variance-authority';

/** The look of a control that opens a list of values. */
export const selectTrigger = cva(
  'flex h-8 min-w-0 items-center rounded-md border text-left focus-visible:outline-offset-0 aria-invalid:border-bad data-placeholder:text-faint',
  {
    variants: {
      tone: {
        field: 'border-control bg-canvas hover:border-faint',
        quiet: 'border-transparent text-muted hover:bg-hover hover:text-text',
        set: 'border-accent bg-accent-soft text-accent',
      },
      isIcon: { true: 'w-9 shrink-0 justify-center', false: 'w-full gap-2 px-2.5' },
    },
    defaultVariants: { tone: 'field', isIcon: false },
  },
);
