import { Command } from 'cmdk';
import type { ReactNode } from 'react';
import { classNames } from '@/lib/class-names';
import { announce } from '@/shared/announce';

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
  /** A sentence, where it cannot be done now; it can be reached all the same, to be read. */
  disabledReason?: string | null;
  onSelect: () => void;
}

export function PaletteItem({
  value,
  title,
  words,
  icon,
  children,
  isFixed,
  disabledReason,
  onSelect,
}: PaletteItemProps) {
  return (
    <Command.Item
      value={value}
      keywords={[title, ...(words ?? [])]}
      forceMount={isFixed === true}
      onSelect={() => (disabledReason ? announce(disabledReason) : onSelect())}
      className="flex min-h-9 cursor-default items-center gap-2.5 rounded-md px-2.5 py-1 select-none data-[selected=true]:bg-hover max-md:min-h-11 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-faint"
    >
      {icon}
      <span className="min-w-0 flex-1">
        <span className={classNames('block truncate', disabledReason && 'text-muted')} title={title}>
          {title}
        </span>
        {disabledReason ? <span className="block text-sm text-muted">{disabledReason}</span> : null}
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
