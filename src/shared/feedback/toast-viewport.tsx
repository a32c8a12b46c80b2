import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useRouter } from '@tanstack/react-router';
import { Toast as RadixToast } from 'radix-ui';
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { t } from '@/lib/i18n/messages';
import { toastDuration, dismissPageToasts, dismissToast, TOAST_PLACES, useToasts, type Toast } from './toasts';

const icons = {
  neutral: <Info aria-hidden className="text-muted" />,
  ok: <CircleCheck aria-hidden className="text-ok" />,
  bad: <CircleAlert aria-hidden className="text-bad" />,
  warn: <TriangleAlert aria-hidden className="text-warn" />,
};

/** @param props.hasSidebar whether the shell has one, in a wide window */
export function ToastViewport({ hasSidebar }: { hasSidebar: boolean }) {
  const toasts = useToasts((state) => state.toasts);
  const isWide = useMediaQuery('(min-width: 1100px)');
  const place = hasSidebar && isWide ? TOAST_PLACES.beside : TOAST_PLACES.below;
  const router = useRouter();
  useEffect(
    () => router.subscribe('onBeforeLoad', ({ pathChanged }) => void (pathChanged && dismissPageToasts())),
    [router],
  );
  return (
    <RadixToast.Provider label={t('Notification')} swipeDirection={place === TOAST_PLACES.beside ? 'left' : 'right'}>
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
      <Stack key={place} place={place} />
    </RadixToast.Provider>
  );
}

const neverChanges = () => () => undefined;

function Stack({ place }: { place: string }) {
  // Null until the shell is in the document; React asks again then.
  const slot = useSyncExternalStore(neverChanges, () => document.getElementById(place));
  const stack = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => (slot && stack.current ? reserveRoom(stack.current, place) : undefined), [slot, place]);
  if (!slot) return null;
  return createPortal(
    <RadixToast.Viewport ref={stack} className="pointer-events-auto flex flex-col gap-2 outline-none" />,
    slot,
  );
}

/** While there are toasts, tells dialogs by a CSS variable how much of the window they must leave free for them. */
function reserveRoom(stack: HTMLElement, place: string): () => void {
  const { style } = document.documentElement;
  const property = place === TOAST_PLACES.beside ? '--toasts-width' : '--toasts-height';
  const measure = () => {
    const { top, right } = stack.getBoundingClientRect();
    if (stack.childElementCount === 0) style.removeProperty(property);
    else style.setProperty(property, `${place === TOAST_PLACES.beside ? right : window.innerHeight - top}px`);
  };
  const observer = new ResizeObserver(measure);
  observer.observe(stack);
  return () => {
    observer.disconnect();
    style.removeProperty(property);
  };
}

function ToastCard({ toast }: { toast: Toast }) {
  const isKept = useRef(false);
  return (
    <RadixToast.Root
      open
      duration={toastDuration(toast)}
      // The key closes the dialog, and the toast may offer to undo what was done there.
      onEscapeKeyDown={() => {
        isKept.current = document.querySelector('[role="dialog"]') !== null;
        queueMicrotask(() => (isKept.current = false));
      }}
      onOpenChange={(isOpen) => {
        if (!isOpen && !isKept.current) dismissToast(toast.id);
      }}
      className="grid max-w-160 animate-arrive grid-cols-[auto_1fr_auto] items-start gap-x-2 rounded-lg border border-control bg-panel p-2.5 [&_svg]:size-4"
    >
      <span className="mt-0.5">{icons[toast.tone]}</span>
      <RadixToast.Title className="min-w-0 font-semibold wrap-anywhere">{toast.title}</RadixToast.Title>
      <RadixToast.Close
        aria-label={t('Dismiss')}
        className="-mt-0.5 -mr-1 flex size-6 items-center justify-center rounded text-muted hover:bg-hover hover:text-text"
      >
        <X aria-hidden />
      </RadixToast.Close>
      {toast.description ? (
        <RadixToast.Description className="col-span-full mt-1 text-muted wrap-anywhere">
          {toast.description}
        </RadixToast.Description>
      ) : null}
      <div className="col-span-full flex flex-wrap gap-x-4">
        {[...(toast.action ? [toast.action] : []), ...(toast.choices ?? [])].map(({ label, onSelect }) => (
          <RadixToast.Action
            key={label}
            altText={label}
            onClick={onSelect}
            className="mt-1.5 text-left font-semibold text-accent hover:underline"
          >
            {label}
          </RadixToast.Action>
        ))}
      </div>
    </RadixToast.Root>
  );
}
