import { create } from 'zustand';

/** Long enough for a screen reader to take it up; then it is gone, so that nobody reads it twice while browsing. */
const SPOKEN_MS = 1000;

export const useAnnouncement = create<{ text: string }>(() => ({ text: '' }));

let timer: ReturnType<typeof setTimeout> | undefined;

/** Says one sentence to screen readers, politely. For what happens by itself; rare, and never a countdown. */
export function announce(text: string): void {
  clearTimeout(timer);
  useAnnouncement.setState({ text });
  timer = setTimeout(() => useAnnouncement.setState({ text: '' }), SPOKEN_MS);
}
