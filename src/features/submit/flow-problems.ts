import { problemText } from '@/shared/node-problem-text';
import { problemOf } from './editor-state';
import { isUnfilled } from './field-problems';
import type { SessionState } from './session-state';

/**
 * What keeps each node from running, in the words of the first thing that does. A file that is on its way is none, and
 * one that is not there yet becomes one with the first attempt to run.
 */
export function flowProblems(
  state: Pick<SessionState, 'form' | 'nodeProblems' | 'isAttempted' | 'values'> & Parameters<typeof problemOf>[0],
  isOnItsWay: (key: string) => boolean,
): [nodeId: string, words: string][] {
  const found = new Map<string, string>();
  for (const [nodeId, [first]] of Object.entries(state.nodeProblems)) {
    if (first) found.set(nodeId, problemText(first));
  }
  for (const field of state.form.fields.values()) {
    if (found.has(field.nodeId) || isOnItsWay(field.key)) continue;
    const problem = problemOf(state, field);
    const isOpen = !state.isAttempted && isUnfilled(field, state.values[field.key]);
    if (problem !== null && !isOpen) found.set(field.nodeId, `${field.name}: ${lowered(problem)}`);
  }
  return [...found];
}

const lowered = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1);
