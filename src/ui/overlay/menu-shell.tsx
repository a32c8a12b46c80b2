import { DropdownMenu } from 'radix-ui';
import { useRef, useState, type FocusEvent, type ReactNode } from 'react';
import { classNames } from '@/lib/class-names';
import { keepMovedFocus, LayerMask, useLayer } from './layer';

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

export function MenuShell({ trigger, align = 'end', isOpenAtOnce = false, className, children }: MenuShellProps) {
  const { triggerRef, home, isOpen, onOpenChange } = useLayer<HTMLButtonElement>(isOpenAtOnce);
  // Radix has not seen the key that opened a menu which is mounted by it, and would focus the panel as after a click.
  const [isByKey] = useState(() => isOpenAtOnce && document.activeElement?.matches(':focus-visible') === true);
  const mustFocusItem = useRef(isByKey);
  const focusFirstItem = ({ target, currentTarget }: FocusEvent) => {
    if (!mustFocusItem.current || target !== currentTarget) return;
    mustFocusItem.current = false;
    currentTarget.querySelector<HTMLElement>('[role^="menuitem"]')?.focus();
  };
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
          collisionPadding={8}
          onFocus={focusFirstItem}
          onCloseAutoFocus={keepMovedFocus}
          className={classNames(
            'z-70 rounded-lg border border-control bg-panel p-1 shadow-lg shadow-overlay',
            className,
          )}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
