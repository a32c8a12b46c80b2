import { TriangleAlert } from 'lucide-react';
import { formatCount } from '@/lib/format';
import { LazyMenu } from '@/ui/overlay/lazy-menu';
import type { FieldTarget } from '../draft/session-state';
import { useWarnings } from '../draft/use-problems';

/** Counts what the server may reject or leave out, and leads to each of it. */
export function WarningsButton({ onShow }: { onShow: (target: FieldTarget) => void }) {
  const warnings = useWarnings();
  if (warnings.length === 0) return null;
  return (
    <LazyMenu
      trigger={
        <button type="button" className="flex items-center gap-1.5 rounded text-warn hover:underline max-sm:mr-auto">
          <TriangleAlert aria-hidden className="size-4" />
          {formatCount(warnings.length, 'warning')}
        </button>
      }
      items={warnings.map((problem) => ({
        label: `${problem.location}, ${problem.message}`,
        onSelect: () => onShow(problem),
      }))}
    />
  );
}
