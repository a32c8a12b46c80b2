import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ShownCatalog } from '@/domains/models/use-shown-catalog';
import { formatDateTime } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { Trans } from '@/lib/i18n/trans';
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
  // After a failure, `IncompleteNotice` shows the age and the error.
  if (asOf !== null && error === null) {
    return (
      <CountLine isWalking>
        <Trans
          text={
            isFiltered
              ? '{shown, plural, one {# match} other {# matches}}<wide> in {count, plural, one {# model} other {# models}}</wide> as of {time}<wide>, refreshing</wide>'
              : '{count, plural, one {# model} other {# models}} as of {time}<wide>, refreshing</wide>'
          }
          values={{
            shown,
            count: models.length,
            time: formatDateTime(asOf),
            wide,
          }}
        />
      </CountLine>
    );
  }
  return (
    <CountLine isWalking={isWalking}>{countText({ shown, count: models.length }, { isFiltered, isWalking })}</CountLine>
  );
}

function countText(
  values: { shown: number; count: number },
  { isFiltered, isWalking }: { isFiltered: boolean; isWalking: boolean },
): string {
  if (isFiltered)
    return isWalking
      ? t(
          '{shown, plural, one {# match} other {# matches}} in {count, plural, one {# model} other {# models}} loaded, searching on',
          values,
        )
      : t(
          '{shown, plural, one {# match} other {# matches}} in {count, plural, one {# model} other {# models}}',
          values,
        );
  return isWalking
    ? t('{count, plural, one {# model} other {# models}} loaded, reading on', values)
    : t('{count, plural, one {# model} other {# models}}', values);
}

/** Left out on phones, to fit beside the title. */
const wide = (content: ReactNode) => <span className="max-md:hidden">{content}</span>;

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
  const count = models?.length ?? 0;
  const isPart = asOf === null;
  const problem = error?.message ?? t('the router returned no next page.');
  return (
    <div
      role="status"
      className="flex shrink-0 flex-wrap items-center gap-3 border-t border-line bg-warn-soft px-5 py-2 text-sm text-warn"
    >
      <p className="min-w-0 flex-1">
        {isPart
          ? t(
              '{count, plural, one {# model} other {# models}} loaded; could not load the rest of the catalog: {problem}',
              { count, problem },
            )
          : t(
              'Could not refresh the catalog. Showing {count, plural, one {# model} other {# models}} from {time}: {problem}',
              { count, time: formatDateTime(asOf), problem },
            )}
      </p>
      <Button size="sm" onClick={error && !whole ? goOn : readAgain}>
        <RefreshCw aria-hidden />
        {error && isPart ? t('Load more') : t('Retry')}
      </Button>
    </div>
  );
}
