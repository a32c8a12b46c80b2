import { create } from 'zustand';

export interface ToastAction {
  label: string;
  onSelect: () => void;
}

export interface Toast {
  id: number;
  tone: 'neutral' | 'ok' | 'bad' | 'warn';
  /** What happened. */
  title: string;
  /** Consequence, and what to do next. */
  description?: string;
  action?: ToastAction;
  /** Several possible actions. */
  choices?: readonly ToastAction[];
  /** Stays until the user closes it: for messages that cost money if missed. */
  stays?: boolean;
  /** The toast is about the current page and closes when another page opens. */
  isOfPage?: boolean;
}

interface ToastState {
  toasts: readonly Toast[];
}

/** Background actions report here; everything else shows its error in its own place. */
export const useToasts = create<ToastState>(() => ({ toasts: [] }));

/** Ids of the places that the shell keeps for toasts: in the sidebar, or below the page in a narrow window (decision 099). */
export const TOAST_PLACES = { beside: 'toasts-beside', below: 'toasts-below' };

const MAX_SHOWN = 4;
let lastId = 0;

/** @returns its id, for dismissal */
export function showToast(toast: Omit<Toast, 'id'>): number {
  lastId += 1;
  const added = { ...toast, id: lastId };
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts.slice(-(MAX_SHOWN - 1)), added] }));
  return added.id;
}

/** Called when another page opens. */
export function dismissPageToasts(): void {
  useToasts.setState(({ toasts }) =>
    toasts.some(({ isOfPage }) => isOfPage) ? { toasts: toasts.filter(({ isOfPage }) => !isOfPage) } : {},
  );
}

export function dismissToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}

const SHOWN_MS = 6000;
/** Long enough to be reached by keyboard and by slow readers. */
const LONG_MS = 15_000;
const UNTIL_CHOSEN_MS = 24 * 3600 * 1000;

/** Milliseconds until a toast times out; hover and focus pause it. Only a toast that asks for a choice stays. */
export function toastDuration({ tone, stays, action }: Pick<Toast, 'tone' | 'stays' | 'action'>): number {
  if (stays) return UNTIL_CHOSEN_MS;
  return action || tone === 'bad' ? LONG_MS : SHOWN_MS;
}
