import { JsonSyntaxError } from '@contract/json/lossless';
import type { FormSession } from './form-session';
import { readShownText } from './shown-text';

/** Applies an edit in the JSON view. @param text whole text of the JSON view */
export function editText(session: FormSession, text: string): void {
  try {
    session.take(readShownText(text, session.store.getState().body.value));
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    session.setUnread({ text, message: error.message, offset: error.offset });
  }
}
