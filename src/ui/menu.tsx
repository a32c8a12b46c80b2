import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from '@/lib/class-names';
import { LayerMask, useLayer } from './layer';

export interface MenuItem {
  label: string;
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
  /** Of a menu that comes with the first press on its trigger. */
  isOpenAtOnce?: boolean;
}

export function Menu({ trigger, items, align = 'end', isOpenAtOnce = false }: MenuProps) {
  const { triggerRef, home, isOpen, onOpenChange } = useLayer<HTMLButtonElement>(isOpenAtOnce);
  return (
    <DropdownMenu.Root open={isOpen} onOpenChange={onOpenChange}>
      {isOpen ? <LayerMask home={home} /> : null}
      <DropdownMenu.Trigger asChild ref={triggerRef}>
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={home}>
        <DropdownMenu.Content
          align={align}
          sideOffset={4}
          className="z-50 min-w-44 rounded-lg border border-control bg-panel p-1 shadow-lg shadow-overlay"
        >
          {items.map((item) => (
            <DropdownMenu.Item
              key={item.label}
              aria-disabled={item.disabledReason ? true : undefined}
              title={item.disabledReason ?? undefined}
              onSelect={(event) => {
                if (item.disabledReason) event.preventDefault();
                else item.onSelect();
              }}
              className={classNames(
                'flex h-8 items-center gap-2 rounded px-2 outline-none select-none data-highlighted:bg-hover [&_svg]:size-4 [&_svg]:text-faint',
                item.tone === 'danger' && 'text-bad [&_svg]:text-bad',
                item.disabledReason && 'text-faint',
              )}
            >
              {item.icon}
              {item.label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
