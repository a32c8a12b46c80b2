import { Command } from 'cmdk';
import { classNames } from '@/lib/class-names';
import { announce } from '@/shared/feedback/announce';
import type { PaletteEntry, PaletteGroup } from './palette-search';

export function PaletteGroups({ groups }: { groups: readonly PaletteGroup[] }) {
  return groups.map(({ heading, entries }) => (
    <Command.Group
      key={heading}
      heading={heading}
      className="px-2 pb-1.5 [&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-sm [&_[cmdk-group-heading]]:text-faint"
    >
      {entries.map((entry) => (
        <PaletteItem key={entry.value} entry={entry} />
      ))}
    </Command.Group>
  ));
}

function PaletteItem({ entry }: { entry: PaletteEntry }) {
  const { value, title, icon, detail, disabledReason, onSelect } = entry;
  return (
    <Command.Item
      value={value}
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
      {detail}
    </Command.Item>
  );
}
