import { cva, type VariantProps } from 'class-variance-authority';
import type { ReactNode } from 'react';
import { classNames } from '@/lib/class-names';

const chipStyle = cva(
  'inline-flex h-[22px] shrink-0 items-center gap-1.5 rounded-full pr-2 pl-1.5 text-sm font-[520] whitespace-nowrap [&_svg]:size-[13px] [&_svg]:shrink-0',
  {
    variants: {
      tone: {
        neutral: 'bg-hover text-muted',
        accent: 'bg-accent-soft text-accent',
        ok: 'bg-ok-soft text-ok',
        bad: 'bg-bad-soft text-bad',
        warn: 'bg-warn-soft text-warn',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
);

export type ChipTone = NonNullable<VariantProps<typeof chipStyle>['tone']>;

interface ChipProps {
  tone?: ChipTone;
  icon?: ReactNode;
  children: ReactNode;
  className?: string;
  title?: string;
}

export function Chip({ tone, icon, children, className, title }: ChipProps) {
  return (
    <span className={classNames(chipStyle({ tone }), className)} title={title}>
      {icon}
      {children}
    </span>
  );
}
