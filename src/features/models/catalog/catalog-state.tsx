import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ShownCatalog } from '@/domains/models/use-shown-catalog';
import { formatCount, formatDateTime } from '@/lib/format';
import { Button } from '@/ui/button';
import { Spinner } from '@/ui/spinner';

interface LoadedCountProps {
  catalog: ShownCatalog;
  shown: number;
  isFiltered: boolean;
}

/**
 * Number of loaded and matching models and the age of a cached catalog; indicates if a search covers only part of it.
 */
export function LoadedCount({ catalog, shown, isFiltered }: LoadedCountProps) {
  const { models, isWalking, asOf, error } = catalog;
  if (!models) return null;
  const loaded = formatCount(models.length, 'model');
  const matches = formatCount(shown, 'match', 'matches');
  // After a failure, `IncompleteNotice` shows the age and the error.
  if (asOf !== null && error === null) {
    return (
      <CountLine isWalking>
        {isFiltered ? matches : loaded}
        {/* Shortened on phones, to fit beside the title. */}
        <span className="max-md:hidden">{isFiltered ? ` in ${loaded}` : ''}</span>
        {` as of ${formatDateTime(asOf)}`}
        <span className="max-md:hidden">, refreshing</span>
      </CountLine>
    );
  }
  return (
    <CountLine isWalking={isWalking}>
      {isFiltered ? `${matches} in ` : ''}
      {isWalking ? `${loaded} loaded, ${isFiltered ? 'searching' : 'reading'} on` : loaded}
    </CountLine>
  );
}

function CountLine({ isWalking, children }: { isWalking: boolean; children: ReactNode }) {
  return (
    <p role="status" className="flex items-center gap-1.5 text-sm text-muted">
      {isWalking ? <Spinner className="size-3.5" /> : null}
      <span>{children}</span>
    </p>
  );
}

/** Notice of an incomplete or outdated catalog: what failed, and which models are shown nevertheless. */
export function IncompleteNotice({ catalog }: { catalog: ShownCatalog }) {
  const { models, asOf, error, whole, goOn, readAgain } = catalog;
  const loaded = formatCount(models?.length ?? 0, 'model');
  const isPart = asOf === null;
  return (
    <div
      role="status"
      className="flex shrink-0 flex-wrap items-center gap-3 border-t border-line bg-warn-soft px-5 py-2 text-sm text-warn"
    >
      <p className="min-w-0 flex-1">
        {isPart
          ? `${loaded} loaded; could not load the rest of the catalog`
          : `Could not refresh the catalog. Showing ${loaded} from ${formatDateTime(asOf)}`}
        {error ? `: ${error.message}` : ': the router returned no next page.'}
      </p>
      <Button size="sm" onClick={error && !whole ? goOn : readAgain}>
        <RefreshCw aria-hidden />
        {error && isPart ? 'Load more' : 'Retry'}
      </Button>
    </div>
  );
}
