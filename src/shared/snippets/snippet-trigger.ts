/** Opens the list of snippets at the start of a word. */
export const TRIGGER = '/';

const MAX_QUERY = 60;

export interface Trigger {
  /** Position of the trigger character. */
  start: number;
  /** What is typed after it. */
  query: string;
}

/** Returns the trigger that the caret is right behind, with what is typed after it; `null` if there is none. */
export function findTrigger(text: string, caret: number): Trigger | null {
  const word = /(?:^|[\s([{,;])\/([^\s/]*)$/.exec(text.slice(Math.max(0, caret - MAX_QUERY), caret));
  const query = word?.[1];
  return query === undefined ? null : { start: caret - query.length - TRIGGER.length, query };
}
