import { ChevronDown, Search } from 'lucide-react';
import { Popover } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '@/lib/class-names';
import { keepMovedFocus, LayerMask, useLayer } from '../overlay/layer';
import { selectTrigger } from './select-trigger';

interface PickerPopoverProps extends Omit<ComponentProps<'button'>, 'ref' | 'children' | 'content'> {
  /** What is chosen; `null` shows the placeholder. */
  chosen: ReactNode;
  placeholder: string;
  contentId: string;
  contentLabel: string;
  isOpenAtOnce?: boolean;
  /** Width of the list, as class names. */
  width?: string;
  /** The list, with a function that closes it. */
  children: (close: () => void) => ReactNode;
}

/** Looks like a select; opens a list with a search field. */
export function PickerPopover({
  chosen,
  placeholder,
  contentId,
  contentLabel,
  isOpenAtOnce = false,
  width = 'w-[max(var(--radix-popover-trigger-width),280px)]',
  className,
  children,
  ...trigger
}: PickerPopoverProps) {
  const { triggerRef, home, isOpen, onOpenChange, close } = useLayer<HTMLButtonElement>(isOpenAtOnce);
  return (
    <Popover.Root open={isOpen} onOpenChange={onOpenChange}>
      {isOpen ? <LayerMask home={home} /> : null}
      <Popover.Trigger
        {...trigger}
        ref={triggerRef}
        role="combobox"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={contentId}
        data-placeholder={chosen === null ? '' : undefined}
        className={classNames(selectTrigger(), className)}
      >
        <span className="min-w-0 flex-1 truncate">{chosen ?? placeholder}</span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-faint" />
      </Popover.Trigger>
      <Popover.Portal container={home}>
        <Popover.Content
          align="start"
          sideOffset={4}
          id={contentId}
          aria-label={contentLabel}
          onCloseAutoFocus={keepMovedFocus}
          className={classNames(
            'z-70 flex max-w-[calc(100vw-32px)] flex-col overflow-hidden rounded-lg border border-control bg-panel shadow-lg shadow-overlay',
            width,
          )}
        >
          {children(close)}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface PickerSearchProps extends Omit<ComponentProps<'input'>, 'type' | 'role' | 'className'> {
  /** Id of the list that the search narrows. */
  listId: string;
}

/** Search field of the list: keeps the focus and handles the keys, while the list shows the active option. */
export function PickerSearch({ listId, ...props }: PickerSearchProps) {
  return (
    <div className="flex h-9 shrink-0 items-center gap-2 border-b border-line px-2.5">
      <Search aria-hidden className="size-4 shrink-0 text-faint" />
      <input
        type="text"
        role="combobox"
        aria-expanded
        aria-controls={listId}
        autoComplete="off"
        spellCheck={false}
        {...props}
        className="h-full min-w-0 flex-1 bg-transparent outline-none placeholder:text-faint"
      />
    </div>
  );
}
