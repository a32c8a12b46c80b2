import { Link } from '@tanstack/react-router';
import { Upload } from 'lucide-react';
import { Suspense, type ReactNode } from 'react';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { lazyPart } from '@/lib/lazy-part';
import { PageHeader } from '@/shared/page-header';
import { Button, buttonClass } from '@/ui/button';
import type { JobsSearch } from './jobs-search';
import { askFor } from './selection/selection-store';

const SearchField = lazyPart(async () => (await import('@/shared/search-field')).SearchField);
const ServerScope = lazyPart(async () => (await import('./servers/server-scope')).ServerScope);

const SEARCH_HINT = 'Search name, class, id, error…';

interface JobsHeaderProps {
  surface: Surface;
  search: JobsSearch;
  onChange: (change: JobsSearch) => void;
  /** With the jobs of other servers in reach. */
  hasServers: boolean;
  /** Queued jobs alone are shown, and there are some. */
  isQueue: boolean;
  /** Beside the search, on a phone. */
  menus: ReactNode;
  /** Beside the title. */
  children?: ReactNode;
}

/** Title, search and what the page leads to. */
export function JobsHeader({ surface, search, onChange, hasServers, isQueue, menus, children }: JobsHeaderProps) {
  return (
    <PageHeader
      title="Jobs"
      actions={
        <>
          {isQueue ? <Button onClick={() => askFor('clear_queue')}>Clear the queue…</Button> : null}
          {/* A phone has no room for it beside the choice of servers; the navigation below leads there too. */}
          <Link
            to="/$surface/submit"
            params={{ surface: surface.id }}
            className={classNames(buttonClass({ tone: 'primary' }), hasServers && 'max-sm:hidden')}
          >
            <Upload aria-hidden />
            Submit
          </Link>
        </>
      }
    >
      {hasServers ? (
        <Suspense fallback={<span className="h-8 w-48" />}>
          <ServerScope search={search} onChange={onChange} />
        </Suspense>
      ) : null}
      {children}
      <search className="flex min-w-0 gap-2 max-md:order-last max-md:basis-full md:flex-1 md:justify-end">
        <Suspense
          fallback={
            <div className="flex h-8 min-w-0 flex-1 items-center rounded-md border border-control pl-8 text-faint md:max-w-[340px]">
              <span className="truncate">{SEARCH_HINT}</span>
            </div>
          }
        >
          <SearchField
            label="Search jobs"
            placeholder={SEARCH_HINT}
            value={search.q ?? ''}
            onChange={(q) => onChange({ q: q || undefined })}
          />
        </Suspense>
        {menus}
      </search>
    </PageHeader>
  );
}
