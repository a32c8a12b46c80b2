import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import type { Surface } from '@/api/surface';
import type { BulkResult } from './bulk-work';

const icons = {
  ok: <CircleCheck aria-hidden className="text-ok" />,
  warn: <TriangleAlert aria-hidden className="text-warn" />,
  bad: <CircleAlert aria-hidden className="text-bad" />,
};

interface BulkResultsProps {
  surface: Surface;
  results: readonly BulkResult[];
  onLeave: () => void;
}

/** What became of each job, failures first. */
export function BulkResults({ surface, results, onLeave }: BulkResultsProps) {
  const order = { bad: 0, warn: 1, ok: 2 };
  const sorted = results.toSorted((left, right) => order[left.tone] - order[right.tone]);
  return (
    <ul aria-label="What happened" className="flex min-h-0 flex-col overflow-y-auto">
      {sorted.map(({ id, title, tone, words, newJobId }) => (
        <li key={id} className="flex min-h-8 items-center gap-2 [&_svg]:size-4 [&_svg]:shrink-0">
          {icons[tone]}
          <Link
            to="/$surface/jobs/$jobId"
            params={{ surface: surface.id, jobId: newJobId ?? id }}
            className="max-w-1/2 truncate font-medium underline-offset-2 hover:underline"
            onClick={onLeave}
          >
            {title}
          </Link>
          <span className="min-w-0 text-muted">{words}</span>
        </li>
      ))}
    </ul>
  );
}
