import { Tabs as RadixTabs } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from '@/lib/class-names';

export interface TabItem {
  value: string;
  label: string;
  /** Count next to the label. */
  count?: string | undefined;
}

interface TabsProps {
  label: string;
  value: string;
  tabs: readonly TabItem[];
  onValueChange: (value: string) => void;
  /** The others are a switch for views of the same content, at the end or the start of the row. */
  look?: 'line' | 'segments' | 'segments-start';
  /** At the start of the line of a switch. */
  before?: ReactNode;
  /** The panel of the chosen tab. */
  children: ReactNode;
  className?: string;
}

const looks = {
  line: {
    list: 'flex h-10 shrink-0 items-stretch gap-0.5 overflow-x-auto border-b border-line px-3 [scrollbar-width:none]',
    tab: '-mb-px border-b-2 border-transparent px-2.5 max-lg:px-2 text-muted hover:text-text focus-visible:outline-offset-[-3px] data-[state=active]:border-text data-[state=active]:text-text',
  },
  segments: {
    row: 'flex min-h-11 shrink-0 flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 py-1.5 md:px-5',
    list: 'flex shrink-0 rounded-md border border-control p-0.5',
    tab: 'h-6 rounded px-2 text-sm text-muted hover:text-text data-[state=active]:bg-hover data-[state=active]:font-medium data-[state=active]:text-text',
  },
};

export function Tabs({ label, value, tabs, onValueChange, look = 'line', before, children, className }: TabsProps) {
  const style = look === 'line' ? looks.line : looks.segments;
  const list = (
    <RadixTabs.List aria-label={label} className={classNames(style.list, look === 'segments' && 'ml-auto')}>
      {tabs.map((tab) => (
        <RadixTabs.Trigger
          key={tab.value}
          value={tab.value}
          className={classNames('flex shrink-0 items-center gap-1.5', style.tab)}
        >
          {tab.label}
          {tab.count === undefined ? null : <span className="text-sm text-faint">{tab.count}</span>}
        </RadixTabs.Trigger>
      ))}
    </RadixTabs.List>
  );
  return (
    <RadixTabs.Root
      // Without it, Radix sets left-to-right, whatever the page has.
      dir={document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'}
      value={value}
      onValueChange={onValueChange}
      className={classNames('flex min-h-0 flex-1 flex-col', className)}
    >
      {look === 'line' ? (
        list
      ) : (
        <div className={looks.segments.row}>
          {before}
          {list}
        </div>
      )}
      <RadixTabs.Content value={value} className="flex min-h-0 flex-1 flex-col focus-visible:outline-offset-[-2px]">
        {children}
      </RadixTabs.Content>
    </RadixTabs.Root>
  );
}
