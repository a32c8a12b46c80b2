import { onAnnouncement } from '@/shared/feedback/announce';

/** Returns the texts that are announced from now on: on the page, each is only there for a second. */
export function listen(): readonly string[] {
  const texts: string[] = [];
  onAnnouncement((text) => texts.push(text));
  return texts;
}
