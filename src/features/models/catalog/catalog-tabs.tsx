import { Link } from '@tanstack/react-router';
import { classNames } from '@/lib/class-names';
import { formatInteger } from '@/lib/format';
import type { Surface } from '@/api/surface';
import { msg, t, type Message } from '@/lib/i18n/messages';
import type { CatalogSearch, CatalogView } from './catalog-search';

const CATALOG_VIEWS: readonly { show: CatalogView | undefined; label: Message }[] = [
  { show: undefined, label: msg('All') },
  { show: 'favourites', label: msg('Favorites') },
  { show: 'recent', label: msg('Recent') },
];

interface ShelfTabsProps {
  surface: Surface;
  search: CatalogSearch;
  counts: Readonly<Record<CatalogView | 'all', number | null>>;
}

export function CatalogTabs({ surface, search, counts }: ShelfTabsProps) {
  return (
    <nav aria-label={t('Models shown')} className="flex items-stretch gap-0.5">
      {CATALOG_VIEWS.map(({ show, label }) => {
        const isCurrent = search.show === show;
        const count = counts[show ?? 'all'];
        return (
          <Link
            key={show ?? 'all'}
            to="/$surface/models"
            params={{ surface: surface.id }}
            search={{ ...search, show }}
            aria-current={isCurrent ? 'page' : undefined}
            className={classNames(
              '-mb-px flex shrink-0 items-center gap-1.5 border-b-2 px-2.5 focus-visible:-outline-offset-3',
              isCurrent ? 'border-text text-text' : 'border-transparent text-muted hover:text-text',
            )}
          >
            {t(label)}
            {count === null ? null : <span className="text-sm text-faint">{formatInteger(count)}</span>}
          </Link>
        );
      })}
    </nav>
  );
}
