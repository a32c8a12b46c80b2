import { Link } from '@tanstack/react-router';
import { Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { msg, t } from '@/lib/i18n/messages';
import { PageHeader } from '@/shared/page/page-header';
import { buttonClass } from '@/ui/button';
import type { JobsSearch } from '../filters/jobs-search';
import { SearchField } from '@/shared/page/search-field';
import { QueueActions, SearchHints } from './lazy-parts';
import { SegmentedControl } from '@/ui/input/segmented-control';

const SEARCH_HINT = msg('Search name, prompt, model, seed, error…');

interface JobsHeaderProps {
  surface: Surface;
  search: JobsSearch;
  onChange: (change: JobsSearch) => void;
  /** Whether the jobs of other servers can be shown. */
  hasServers: boolean;
  /** Whether only queued jobs are shown. */
  isQueue: boolean;
  hasJobs: boolean;
  /** Whether batches are shown instead of jobs. */
  isBatches: boolean;
  /** Next to the search, on phones. */
  menus: ReactNode;
  /** Next to the title. */
  children?: ReactNode;
}

/** Title, search and links of the page. */
export function JobsHeader({
  surface,
  search,
  onChange,
  hasServers,
  isQueue,
  hasJobs,
  isBatches,
  menus,
  children,
}: JobsHeaderProps) {
  return (
    <PageHeader
      title={t('Jobs')}
      actions={
        <>
          {isQueue ? <QueueActions surface={surface} hasJobs={hasJobs} /> : null}
          {/* Phones have no room for it next to the server selection; the bottom navigation has the same link. */}
          <Link
            to="/$surface/submit"
            data-opens-on-hold="Submit"
            params={{ surface: surface.id }}
            className={classNames(buttonClass({ tone: 'primary' }), hasServers && 'max-sm:hidden')}
          >
            <Upload aria-hidden />
            {t('Submit')}
          </Link>
        </>
      }
    >
      {hasServers ? <ServerScope search={search} onChange={onChange} /> : null}
      {children}
      <search className="flex min-w-0 gap-2 max-md:order-last max-md:basis-full md:flex-1 md:justify-end">
        <SearchField
          label={isBatches ? t('Search batches') : t('Search jobs')}
          placeholder={isBatches ? t('Search name, axis…') : t(SEARCH_HINT)}
          value={search.q ?? ''}
          onChange={(q) => onChange({ q: q || undefined })}
          {...(isBatches ? {} : { Hints: SearchHints })}
        />
        {menus}
      </search>
    </PageHeader>
  );
}

interface ServerScopeProps {
  search: JobsSearch;
  onChange: (change: JobsSearch) => void;
}

/** Switches between the jobs of one server and of all. */
function ServerScope({ search, onChange }: ServerScopeProps) {
  return (
    <SegmentedControl
      aria-label={t('Servers shown')}
      value={search.scope ?? 'this'}
      options={[
        { value: 'this', label: t('This server') },
        { value: 'all', label: t('All servers') },
      ]}
      onValueChange={(value) => onChange({ scope: value === 'all' ? value : undefined, servers: undefined })}
    />
  );
}
