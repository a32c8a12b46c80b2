import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import { useRef, type ReactNode } from 'react';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';

interface DialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  /** Description below the title; `null` if the content is sufficient. */
  description: string | null;
  children?: ReactNode;
  actions?: ReactNode;
  /**
   * `fill` covers the window, for images; `top` is in its upper part, with a title for screen readers only; `bottom` is at its
   * lower edge, near the thumb.
   */
  size?: 'sm' | 'md' | 'lg' | 'top' | 'bottom' | 'fill';
  /** Called once the dialog is closed and the focus has returned to where it was. */
  onClosed?: () => void;
}

/** No dialog reaches under the toasts, which take `--toasts-height` or `--toasts-width` of the window (decision 099). */
const width = {
  sm: 'top-[calc((100dvh-var(--toasts-height,0px))/2)] left-1/2 w-[min(420px,calc(100vw-32px))] -translate-1/2 rounded-xl',
  md: 'top-[calc((100dvh-var(--toasts-height,0px))/2)] left-1/2 w-[min(640px,calc(100vw-32px))] -translate-1/2 rounded-xl',
  lg: 'top-[calc((100dvh-var(--toasts-height,0px))/2)] left-[calc((100vw+var(--toasts-width,0px))/2)] w-[min(1080px,calc(100vw-32px-var(--toasts-width,0px)))] -translate-1/2 rounded-xl',
  top: 'top-[8dvh] left-1/2 w-[min(640px,calc(100vw-16px))] -translate-x-1/2 overflow-hidden rounded-xl md:top-[14dvh]',
  bottom: 'inset-x-2 bottom-[calc(8px+var(--toasts-height,0px))] rounded-xl',
  fill: 'inset-2 bottom-[calc(8px+var(--toasts-height,0px))] left-[calc(8px+var(--toasts-width,0px))] rounded-lg sm:inset-4 sm:bottom-[calc(16px+var(--toasts-height,0px))] sm:left-[calc(16px+var(--toasts-width,0px))]',
};

/** What carries `data-autofocus` has the focus first, else the button that closes it. */
export function Dialog({
  isOpen,
  onOpenChange,
  title,
  description,
  children,
  actions,
  size = 'sm',
  onClosed,
}: DialogProps) {
  const opener = useRef<Element | null>(null);
  return (
    <RadixDialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-40 bg-overlay" />
        <RadixDialog.Content
          {...(description === null ? { 'aria-describedby': undefined } : {})}
          // Radix restores the focus to its own trigger only, and these dialogs are opened by state.
          onOpenAutoFocus={(event) => {
            opener.current = openerOf(document.activeElement);
            const field = event.target instanceof Element ? event.target.querySelector('[data-autofocus]') : null;
            if (!(field instanceof HTMLElement)) return;
            event.preventDefault();
            field.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // Unless the focus has moved in the meantime, to the heading of the next page.
            if (opener.current instanceof HTMLElement && document.activeElement === document.body) {
              opener.current.focus();
            }
            onClosed?.();
          }}
          // Radix listens for Escape again only some time after a list in the dialog has closed.
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || event.defaultPrevented) return;
            event.preventDefault();
            onOpenChange(false);
          }}
          className={classNames(
            'fixed z-50 flex max-h-[calc(100dvh-16px-var(--toasts-height,0px))] flex-col border border-control bg-panel shadow-2xl shadow-overlay',
            width[size],
          )}
        >
          {size === 'top' ? (
            <RadixDialog.Title className="sr-only">{title}</RadixDialog.Title>
          ) : (
            <div className="flex items-start gap-3 px-4 pt-3 pb-1">
              <div className="min-w-0 flex-1">
                <RadixDialog.Title className="truncate text-lg font-semibold">{title}</RadixDialog.Title>
                {description === null ? null : (
                  <RadixDialog.Description className="text-muted">{description}</RadixDialog.Description>
                )}
              </div>
              <RadixDialog.Close
                aria-label={t('Close')}
                className="-mr-1 flex size-7 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-text"
              >
                <X aria-hidden className="size-4" />
              </RadixDialog.Close>
            </div>
          )}
          <div
            className={classNames(
              'flex min-h-0 flex-1 flex-col overflow-auto',
              // What scrolls is cut off at its edges: the ring around a field in the first row needs space, too.
              size === 'top' ? null : 'px-4 pt-1 pb-4',
            )}
          >
            {children}
          </div>
          {actions ? (
            <div className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-3">{actions}</div>
          ) : null}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/** Returns the element that gets the focus back. A menu item is gone by then, so it is the button of its menu. */
function openerOf(focused: Element | null): Element | null {
  const button = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return button ? document.getElementById(button) : focused;
}
