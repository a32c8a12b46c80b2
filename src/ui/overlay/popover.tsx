import { Popover as RadixPopover } from 'radix-ui';
import type { ReactNode } from 'react';
import { keepMovedFocus, useLayer } from './layer';

interface PopoverProps {
  /** A button; radix gives it the state. */
  trigger: ReactNode;
  label: string;
  /** The controls, with a function that closes it. */
  children: (close: () => void) => ReactNode;
}

/** A few controls above a button. The rest of the page stays usable: a click there does what it says, and closes this. */
export function Popover({ trigger, label, children }: PopoverProps) {
  const { triggerRef, home, isOpen, onOpenChange, close } = useLayer<HTMLButtonElement>();
  return (
    <RadixPopover.Root open={isOpen} onOpenChange={onOpenChange}>
      <RadixPopover.Trigger asChild ref={triggerRef}>
        {trigger}
      </RadixPopover.Trigger>
      <RadixPopover.Portal container={home}>
        <RadixPopover.Content
          side="top"
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
          onCloseAutoFocus={keepMovedFocus}
          // Above toasts and dialogs.
          className="z-70 max-h-(--radix-popover-content-available-height) w-72 max-w-[calc(100vw-16px)] overflow-y-auto rounded-lg border border-control bg-panel p-1 shadow-lg shadow-overlay"
        >
          {children(close)}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  );
}
