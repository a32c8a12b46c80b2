import { create } from 'zustand';

/** Long enough for a screen reader to announce it; it is then removed, so that browsing does not read it again. */
const SPOKEN_MS = 1000;

export const useAnnouncement = create<{ text: string }>(() => ({ text: '' }));

let timer: ReturnType<typeof setTimeout> | undefined;

/** Announces a message to screen readers, politely. Only for rare events that the user did not cause, never for countdowns. */
export function announce(text: string): void {
  clearTimeout(timer);
  useAnnouncement.setState({ text });
  timer = setTimeout(() => useAnnouncement.setState({ text: '' }), SPOKEN_MS);
}
