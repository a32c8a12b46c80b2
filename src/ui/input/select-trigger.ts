import { classNames } from '@/lib/class-names';

const TONES = {
  field: 'border-control bg-canvas hover:border-faint',
  quiet: 'border-transparent text-muted hover:bg-hover hover:text-text',
  set: 'border-accent bg-accent-soft text-accent',
};

interface SelectTriggerStyle {
  tone?: keyof typeof TONES | undefined;
  isIcon?: boolean | undefined;
}

/** Returns the class names of a control that opens a list of values. */
export function selectTrigger({ tone = 'field', isIcon = false }: SelectTriggerStyle = {}): string {
  return classNames(
    'flex h-8 min-w-0 items-center rounded-md border text-left focus-visible:outline-offset-0 aria-invalid:border-bad data-placeholder:text-faint',
    TONES[tone],
    // `:where`: a width of the caller wins, whatever the order of the rules.
    isIcon ? 'w-9 shrink-0 justify-center' : '[:where(&)]:w-full gap-2 px-2.5',
  );
}
