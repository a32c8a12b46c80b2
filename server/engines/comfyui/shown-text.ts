const MAX_SHOWN_CHARS = 200;
// oxlint-disable-next-line no-control-regex -- of both sets: terminals take U+009B for the start of a sequence, too
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g;

/** A text for the log and the screen, from a server that may be any program. */
export function shownText(text: string): string {
  return text.slice(0, MAX_SHOWN_CHARS).replace(CONTROLS, '');
}
