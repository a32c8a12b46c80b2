import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from '@/lib/class-names';
import { MenuShell } from './menu-shell';

export interface MenuItem {
  label: string;
  /** How many items it stands for, set apart from the label. */
  count?: string;
  icon?: ReactNode;
  onSelect: () => void;
  tone?: 'plain' | 'danger';
  disabledReason?: string | null | undefined;
}

interface MenuProps {
  /** A button; radix gives it the menu's state. */
  trigger: ReactNode;
  items: readonly MenuItem[];
  align?: 'start' | 'end';
  /** Of a menu that is mounted by the first press on its trigger. */
  isOpenAtOnce?: boolean;
}

export function Menu({ trigger, items, align = 'end', isOpenAtOnce = false }: MenuProps) {
  return (
    <MenuShell
      trigger={trigger}
      align={align}
      isOpenAtOnce={isOpenAtOnce}
      className="max-h-(--radix-dropdown-menu-content-available-height) max-w-[min(28rem,calc(100vw-16px))] min-w-44 overflow-y-auto"
    >
      {items.map((item) => (
        <DropdownMenu.Item
          key={`${item.label} ${item.count ?? ''}`}
          aria-disabled={item.disabledReason ? true : undefined}
          title={item.disabledReason ?? undefined}
          onSelect={(event) => {
            if (item.disabledReason) event.preventDefault();
            else item.onSelect();
          }}
          className={classNames(
            'flex min-h-8 items-center gap-2 rounded px-2 py-1 outline-none select-none data-highlighted:bg-hover [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-faint',
            item.tone === 'danger' && 'text-bad [&_svg]:text-bad',
            item.disabledReason && 'text-faint',
          )}
        >
          {item.icon}
          {item.label}
          {item.count === undefined ? null : (
            <span className="ml-auto shrink-0 pl-4 text-muted tabular-nums">{item.count}</span>
          )}
        </DropdownMenu.Item>
      ))}
    </MenuShell>
  );
}
