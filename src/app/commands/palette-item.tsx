import { Command } from 'cmdk';
import type { ReactNode } from 'react';

interface PaletteItemProps {
  /** Tells the entry from all others. */
  value: string;
  title: string;
  /** More to be found by. */
  words?: readonly string[];
  icon?: ReactNode;
  /** At the far end: keys, a status, an age. */
  children?: ReactNode;
  /** Shown whatever was typed. */
  isFixed?: boolean;
  onSelect: () => void;
}

export function PaletteItem({ value, title, words, icon, children, isFixed, onSelect }: PaletteItemProps) {
  return (
    <Command.Item
      value={value}
      keywords={[title, ...(words ?? [])]}
      forceMount={isFixed === true}
      onSelect={onSelect}
      className="flex min-h-9 cursor-default items-center gap-2.5 rounded-md px-2.5 py-1 select-none data-[selected=true]:bg-hover max-md:min-h-11 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-faint"
    >
      {icon}
      <span className="min-w-0 flex-1 truncate" title={title}>
        {title}
      </span>
      {children}
    </Command.Item>
  );
}

export function PaletteGroup({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="px-2 pb-1.5 [&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-sm [&_[cmdk-group-heading]]:text-faint"
    >
      {children}
    </Command.Group>
  );
}
