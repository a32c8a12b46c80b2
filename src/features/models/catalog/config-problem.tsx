import { TriangleAlert } from 'lucide-react';

/** What is wrong with where models come from, so that what was there before is in use. One sentence per line. */
export function ConfigProblem({ title, problem }: { title: string; problem: string }) {
  return (
    <div role="status" className="flex shrink-0 gap-2.5 border-b border-warn bg-warn-soft px-4 py-2 text-sm md:px-5">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
      <div className="min-w-0">
        <p className="font-medium">{title}</p>
        {problem.split('\n').map((line) => (
          <p key={line} className="break-words text-muted">
            {line}
          </p>
        ))}
      </div>
    </div>
  );
}
