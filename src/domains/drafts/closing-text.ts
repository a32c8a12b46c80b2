import { z } from 'zod/mini';
import { json } from '@/lib/settings/setting-schemas';
import { defineSetting } from '@/lib/settings/setting';
import type { Draft } from './draft';

const ClosingText = z.object({
  id: z.string(),
  text: z.string(),
  jsonText: z.optional(z.string()),
  updatedAt: z.number(),
});

/** The draft of a page that closed. A browser drops a write to the database that has not begun by then, as on a busy machine. */
export const closingText = defineSetting<z.infer<typeof ClosingText> | null>('draft-of-reload', {
  schema: json((stored) => ClosingText.parse(stored)),
  default: null,
});

export function keepClosingText({ id, text, jsonText, updatedAt }: Draft): void {
  closingText.set({ id, text, jsonText, updatedAt });
}

/** Forgets the text once the draft is stored with it, or with a later one. */
export function forgetClosingText({ id, updatedAt }: Draft): void {
  const closing = closingText.get();
  if (closing?.id === id && closing.updatedAt <= updatedAt) closingText.set(null);
}

/** Returns the draft with the text that the closing page could not store; `null` if it is stored. */
export function withClosingText(stored: Draft): Draft | null {
  const closing = closingText.get();
  if (closing?.id !== stored.id || closing.updatedAt <= stored.updatedAt) return null;
  const { jsonText: _stored, ...draft } = stored;
  const { text, jsonText, updatedAt } = closing;
  return { ...draft, text, updatedAt, ...(jsonText === undefined ? {} : { jsonText }) };
}
