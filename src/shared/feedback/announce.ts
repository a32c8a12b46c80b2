/** Long enough for a screen reader to announce it; it is then removed, so that browsing does not read it again. */
const SPOKEN_MS = 1000;

const listeners = new Set<(text: string) => void>();

let timer: ReturnType<typeof setTimeout> | undefined;

/** Announces a message to screen readers, politely. Only for rare events that the user did not cause, never for countdowns. */
export function announce(text: string): void {
  clearTimeout(timer);
  tell(text);
  timer = setTimeout(() => tell(''), SPOKEN_MS);
}

/** @param listener gets the text, and an empty one when it is removed @returns a function that ends the subscription */
export function onAnnouncement(listener: (text: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(text: string): void {
  for (const listener of listeners) listener(text);
}
