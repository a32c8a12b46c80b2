import { CircleAlert } from 'lucide-react';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';
import { SurfaceColorMark } from '@/shared/servers/surface-color';
import { Spinner } from '@/ui/spinner';
import type { JobsSearch } from '../filters/jobs-search';
import type { ServerList } from './server-list';
import { withServer } from './use-job-servers';

export interface ServerChipsProps {
  servers: readonly Surface[];
  lists: readonly ServerList[];
  search: JobsSearch;
  onChange: (change: JobsSearch) => void;
}

/** Servers of the list: each can be shown alone or with others. */
export function ServerChips({ servers, lists, search, onChange }: ServerChipsProps) {
  const on = new Set(search.servers?.split(','));
  return (
    <div
      role="group"
      aria-label={t('Filter by server')}
      className="flex h-11 shrink-0 items-center gap-1.5 overflow-x-auto border-b border-line px-4 [scrollbar-width:none] md:px-5"
    >
      {servers.map((surface) => {
        const isOn = on.has(surface.id);
        return (
          <button
            key={surface.id}
            type="button"
            aria-pressed={isOn}
            className={classNames(
              'flex h-7 max-w-56 shrink-0 items-center gap-2 rounded-full border px-3 focus-visible:-outline-offset-1',
              isOn
                ? 'border-accent bg-accent-soft text-accent'
                : 'border-control text-muted hover:bg-hover hover:text-text',
            )}
            onClick={() => onChange({ servers: withServer(servers, search.servers, surface.id) })}
          >
            <SurfaceColorMark color={surface.color} className="h-3.5" />
            <span className="truncate">{surface.name}</span>
            <ChipState list={lists.find((list) => list.surface === surface)} />
          </button>
        );
      })}
    </div>
  );
}

function ChipState({ list }: { list: ServerList | undefined }) {
  if (!list) return null;
  if (list.state === 'loading') return <Spinner />;
  if (list.error === null) return null;
  return (
    <>
      <CircleAlert aria-hidden className="size-3.5 shrink-0 text-warn" />
      <span className="sr-only">{t(', not up to date')}</span>
    </>
  );
}
