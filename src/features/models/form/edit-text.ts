import { JsonSyntaxError } from '@contract/json/lossless';
import type { FormSession } from './form-session';
import { readShownText } from './shown-text';

/** A change in the JSON view. @param text the whole of it, as the view shows the body */
export function editText(session: FormSession, text: string): void {
  try {
    session.take(readShownText(text, session.store.getState().body.value));
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    session.setUnread({ text, message: error.message, offset: error.offset });
  }
}
