import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { Toast as RadixToast } from 'radix-ui';
import { dismissToast, useToasts, type Toast } from './toasts';

const icons = {
  neutral: <Info aria-hidden className="text-muted" />,
  ok: <CircleCheck aria-hidden className="text-ok" />,
  bad: <CircleAlert aria-hidden className="text-bad" />,
  warn: <TriangleAlert aria-hidden className="text-warn" />,
};

const SHOWN_MS = 6000;
/** Long enough to be reached by whoever is slow, or goes by keys. */
const WITH_ACTION_MS = 15_000;
const FOREVER_MS = 24 * 3600 * 1000;

export function ToastViewport() {
  const toasts = useToasts((state) => state.toasts);
  return (
    <RadixToast.Provider label="Notification" swipeDirection="right">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
      <RadixToast.Viewport className="fixed right-4 bottom-4 z-60 flex w-[min(380px,calc(100vw-32px))] flex-col gap-2 outline-none max-md:bottom-18" />
    </RadixToast.Provider>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  return (
    <RadixToast.Root
      duration={shownMs(toast)}
      onOpenChange={(isOpen) => {
        if (!isOpen) dismissToast(toast.id);
      }}
      className="flex animate-arrive items-start gap-3 rounded-lg border border-control bg-panel p-3 shadow-lg shadow-overlay [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0"
    >
      {icons[toast.tone]}
      <div className="min-w-0 flex-1">
        <RadixToast.Title className="font-semibold">{toast.title}</RadixToast.Title>
        {toast.description ? (
          <RadixToast.Description className="text-muted">{toast.description}</RadixToast.Description>
        ) : null}
        {toast.action ? (
          <RadixToast.Action
            altText={toast.action.label}
            onClick={toast.action.onSelect}
            className="mt-1.5 font-semibold text-accent hover:underline"
          >
            {toast.action.label}
          </RadixToast.Action>
        ) : null}
      </div>
      <RadixToast.Close
        aria-label="Dismiss"
        className="flex size-6 shrink-0 items-center justify-center rounded text-muted hover:bg-hover hover:text-text [&_svg]:mt-0"
      >
        <X aria-hidden />
      </RadixToast.Close>
    </RadixToast.Root>
  );
}

/** Errors stay until they are read; the rest goes by itself and waits while the pointer or the focus is on it. */
function shownMs({ tone, stays, action }: Toast): number {
  if (tone === 'bad' || stays) return FOREVER_MS;
  return action ? WITH_ACTION_MS : SHOWN_MS;
}
