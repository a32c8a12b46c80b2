import type { NodeProblem } from '@contract/jobs/node-errors';

/** Text of a problem: the surface's own message, else its reason code unchanged (J-2.76). */
export function problemText(problem: NodeProblem): string {
  const text = problem.message?.trim() || problem.reason;
  const isNamed = problem.field === '' || problem.field === 'class_type' || text.includes(problem.field);
  if (problem.message && isNamed) return sentence(text) ?? '';
  if (isNamed) return text;
  return `${problem.field}: ${problem.message ? sentence(text) : text}`;
}

export function sentence(text: string | null): string | null {
  if (!text) return null;
  const start = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(start) ? start : `${start}.`;
}
