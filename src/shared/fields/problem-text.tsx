import { TriangleAlert } from 'lucide-react';
import { Button } from '@/ui/button';
import type { FieldProblem } from './problem';

/** Problem below its control. */
export function ProblemText({ id, problem }: { id: string; problem: FieldProblem }) {
  const { message, severity, fix } = problem;
  const text =
    severity === 'warning' ? (
      // A note and not an alert: it appears while the user types and requires no action.
      <p id={id} role="note" className="flex gap-1.5 text-sm text-warn">
        <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
        <span className="min-w-0 break-words">{message}</span>
      </p>
    ) : (
      <p id={id} className={severity === 'error' ? 'text-sm text-bad' : 'text-sm text-faint'}>
        {message}
      </p>
    );
  return fix ? (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {text}
      <Button size="sm" className="max-w-full" title={fix.label} onClick={fix.apply}>
        <span className="min-w-0 truncate">{fix.label}</span>
      </Button>
    </div>
  ) : (
    text
  );
}
