import { Tabs as RadixTabs } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from '@/lib/class-names';

export interface TabItem {
  value: string;
  label: string;
  /** A count beside the label. */
  count?: string | undefined;
}

interface TabsProps {
  label: string;
  value: string;
  tabs: readonly TabItem[];
  onValueChange: (value: string) => void;
  /** The panel of the chosen tab. */
  children: ReactNode;
  className?: string;
}

export function Tabs({ label, value, tabs, onValueChange, children, className }: TabsProps) {
  return (
    <RadixTabs.Root
      value={value}
      onValueChange={onValueChange}
      className={classNames('flex min-h-0 flex-1 flex-col', className)}
    >
      <RadixTabs.List
        aria-label={label}
        className="flex h-10 shrink-0 items-stretch gap-0.5 overflow-x-auto border-b border-line px-3 [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <RadixTabs.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px flex shrink-0 items-center gap-1.5 border-b-2 border-transparent px-2.5 text-muted hover:text-text focus-visible:outline-offset-[-3px] data-[state=active]:border-text data-[state=active]:text-text"
          >
            {tab.label}
            {tab.count === undefined ? null : <span className="text-sm text-faint">{tab.count}</span>}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      <RadixTabs.Content value={value} className="flex min-h-0 flex-1 flex-col focus-visible:outline-offset-[-2px]">
        {children}
      </RadixTabs.Content>
    </RadixTabs.Root>
  );
}
