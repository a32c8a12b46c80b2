import { parseJson, JsonSyntaxError, type JsonValue } from '@contract/json/lossless';
import { mayLackLongTexts, withLongTexts, withoutLongTexts } from '@/shared/fields/long-texts';
import { bodyText, type Body } from '../../schema/body';
import type { FormSession } from './form-session';

/** Returns the body as the JSON view shows it. */
export function shownText(body: Body): string {
  const value = withoutLongTexts(body.value);
  return bodyText(value === body.value ? body : { ...body, value });
}

/** @param before the value whose text was shown. @throws JsonSyntaxError with the place. */
export function readShownText(text: string, before: JsonValue): Body {
  const value = parseJson(text);
  return { value: mayLackLongTexts(text) ? withLongTexts(value, before) : value, source: { text, value } };
}

/** Applies an edit in the JSON view. @param text whole text of the JSON view */
export function editText(session: FormSession, text: string): void {
  try {
    session.take(readShownText(text, session.store.getState().body.value));
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    session.setUnread({ text, message: error.message, offset: error.offset });
  }
}
