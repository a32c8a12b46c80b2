import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useRouter } from '@tanstack/react-router';
import { Toast as RadixToast } from 'radix-ui';
import { useEffect } from 'react';
import { toastDuration } from './toast-duration';
import { dismissPageToasts, dismissToast, useToasts, type Toast } from './toasts';
import { useToastPlace } from './use-toast-place';

const icons = {
  neutral: <Info aria-hidden className="text-muted" />,
  ok: <CircleCheck aria-hidden className="text-ok" />,
  bad: <CircleAlert aria-hidden className="text-bad" />,
  warn: <TriangleAlert aria-hidden className="text-warn" />,
};

const VIEWPORT = 'fixed z-60 flex w-[min(380px,calc(100vw-32px))] flex-col gap-2 outline-none';

export function ToastViewport() {
  const toasts = useToasts((state) => state.toasts);
  const stack = useToastPlace(toasts);
  const router = useRouter();
  useEffect(
    () => router.subscribe('onBeforeLoad', ({ pathChanged }) => void (pathChanged && dismissPageToasts())),
    [router],
  );
  return (
    <RadixToast.Provider label="Notification" swipeDirection="right">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
      <RadixToast.Viewport ref={stack} className={VIEWPORT} />
    </RadixToast.Provider>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  return (
    <RadixToast.Root
      duration={toastDuration(toast)}
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
        <div className="flex flex-wrap gap-x-4">
          {[...(toast.action ? [toast.action] : []), ...(toast.choices ?? [])].map(({ label, onSelect }) => (
            <RadixToast.Action
              key={label}
              altText={label}
              onClick={onSelect}
              className="mt-1.5 font-semibold text-accent hover:underline"
            >
              {label}
            </RadixToast.Action>
          ))}
        </div>
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
