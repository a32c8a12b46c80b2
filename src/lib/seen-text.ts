/** Invisible characters, and those that change the direction of the text around them. */
// oxlint-disable-next-line no-control-regex -- these are what is removed
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** Returns untrusted text without characters that could make it look like another one, at most so many of the rest. */
export function seenText(text: string, maxLength: number): string {
  return text.replaceAll(UNSEEN, '').slice(0, maxLength).trim();
}

/** The same on one line. */
export function seenLine(text: string, maxLength: number): string {
  return seenText(text, maxLength).replaceAll(/\s+/g, ' ');
}
