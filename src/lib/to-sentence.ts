/** Adds a full stop to a message of a server, so that another sentence can follow it. */
export function toSentence(text: string): string {
  return text === '' || /[.!?…]$/.test(text) ? text : `${text}.`;
}
