import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from '@/lib/class-names';
import { LayerMask, useLayer } from './layer';

interface MenuShellProps {
  /** A button; radix gives it the menu's state. */
  trigger: ReactNode;
  align?: 'start' | 'end';
  /** Of a menu that is mounted by the first press on its trigger. */
  isOpenAtOnce?: boolean;
  className: string;
  /** The items. */
  children: ReactNode;
}

/** Trigger and panel of every menu. */
export function MenuShell({ trigger, align = 'end', isOpenAtOnce = false, className, children }: MenuShellProps) {
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
          className={classNames(
            'z-50 rounded-lg border border-control bg-panel p-1 shadow-lg shadow-overlay',
            className,
          )}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
