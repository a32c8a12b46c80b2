import { LOCAL_SURFACE } from '@/api/surface';
import { MAX_HISTORY_JOBS } from '@/domains/history/history';
import { hasFilters, type JobFilter } from '@/domains/jobs/job-filter';
import { formatDateTime, formatInteger } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { isServerDown, serverDownText, serverFailure } from '@/shared/servers/server-failure';
import { SurfaceColorMark } from '@/shared/servers/surface-color';
import { Button } from '@/ui/button';
import type { ServerList } from './server-list';

interface Notice {
  /** Instead of the name of the server, if the list has only one. */
  title?: string;
  text: string;
  tone: 'info' | 'warn';
  action?: { label: string; onSelect: () => void };
}

export interface ServerNoticesProps {
  lists: readonly ServerList[];
  filter: JobFilter;
}

/** Lists what is missing or old, one line per server, with what the user can do about it. */
export function ServerNotices({ lists, filter }: ServerNoticesProps) {
  const isAlone = lists.length === 1;
  const notices = lists.flatMap((list) => {
    const notice = isAlone ? noticeOfOne(list, filter) : noticeOf(list, filter);
    return notice ? [{ ...notice, surface: list.surface }] : [];
  });
  return (
    <div role="status" aria-label={t('Missing jobs')} className="max-h-32 shrink-0 overflow-y-auto max-md:max-h-48">
      {notices.map(({ surface, title, text, tone, action }) => (
        <div
          key={surface.id}
          className={`flex min-h-9 flex-wrap items-center gap-x-2.5 gap-y-0.5 border-b border-line px-4 py-1 md:px-5 ${tone === 'warn' ? 'bg-warn-soft' : ''}`}
        >
          {isAlone ? null : <SurfaceColorMark color={surface.color} className="h-3.5" />}
          {title === undefined ? null : <h2 className="font-semibold">{title}</h2>}
          {isAlone ? null : <span className="font-semibold">{surface.name}</span>}
          <p className="min-w-0 wrap-anywhere text-muted">{text}</p>
          {action ? (
            <Button
              size="sm"
              tone="ghost"
              className="ml-auto text-accent"
              aria-label={isAlone ? undefined : `${action.label}: ${surface.name}`}
              onClick={action.onSelect}
            >
              {action.label}
            </Button>
          ) : null}
        </div>
      ))}
    </div>
  );
}

/** In the list of one server, the page or the end of the list says what else is missing. */
function noticeOfOne(list: ServerList, filter: JobFilter): Notice | null {
  const { surface, state, error, rows, updatedAt } = list;
  const retry = { label: t('Retry'), onSelect: list.retry };
  if (state === 'failed') return null;
  if (state === 'saved' || state === 'unlisted') {
    if (rows.length === 0) return null;
    if (state === 'unlisted') {
      return { title: t('This server does not list jobs'), text: knownJobsText(), tone: 'info' };
    }
    // The banner of the shell says that this machine's gateway is down.
    const host = surface.baseUrl === null ? surface.name : new URL(surface.baseUrl).host;
    const down = error && surface.id !== LOCAL_SURFACE.id ? `${serverDownText(error, surface, host)} ` : '';
    const text = `${down}${savedText(rows.length)} ${t('The full list loads once the server responds.')}`;
    return { text, tone: 'warn', action: retry };
  }
  if (state === 'listed' && error) {
    const time = formatDateTime(updatedAt);
    return isServerDown(error)
      ? {
          title: t('Server unreachable.'),
          text: t('Jobs as of {time}. They continue or stay queued.', { time }),
          tone: 'warn',
          action: retry,
        }
      : { text: `${reasonOf(error)} ${t('Jobs as of {time}.', { time })}`, tone: 'warn', action: retry };
  }
  return state === 'loading' ? noticeOf(list, filter) : sortNotice(list, filter);
}

function noticeOf(list: ServerList, filter: JobFilter): Notice | null {
  const { state, error, rows, updatedAt, olderState, isLate, last, searchedCount } = list;
  const retry = { label: t('Retry'), onSelect: list.retry };
  switch (state) {
    case 'loading':
      return isLate
        ? { text: t('No response yet. Its jobs appear when they arrive.'), tone: 'info', action: retry }
        : null;
    case 'failed':
      return { text: `${reasonOf(error)} ${t('Its jobs are missing.')}`, tone: 'warn', action: retry };
    case 'saved':
      return {
        text: `${reasonOf(error)} ${rows.length > 0 ? savedText(rows.length) : t('Its jobs are missing.')}`,
        tone: 'warn',
        action: retry,
      };
    case 'unlisted':
      return { text: `${t('This server does not list jobs.')} ${knownJobsText()}`, tone: 'info' };
    case 'listed':
  }
  if (error)
    return {
      text: `${reasonOf(error)} ${t('Jobs as of {time}.', { time: formatDateTime(updatedAt) })}`,
      tone: 'warn',
      action: retry,
    };
  const time = last ? formatDateTime(Date.parse(last.job.created_at)) : null;
  const loadOlder = { label: t('Retry'), onSelect: list.loadOlder };
  if (olderState === 'failed')
    return {
      text:
        time === null
          ? t('Older jobs could not be loaded.')
          : t('Jobs submitted before {time} could not be loaded.', { time }),
      tone: 'warn',
      action: loadOlder,
    };
  if (olderState === 'loading' && isLate)
    return {
      text:
        time === null
          ? t('Older jobs are still loading.')
          : t('Jobs submitted before {time} are still loading.', { time }),
      tone: 'info',
    };
  if (searchedCount === null) return null;
  if (!hasFilters(filter)) return sortNotice(list, filter);
  return {
    text: t(
      'This server does not support this search. {count, plural, one {# loaded job searched (title, file names, errors).} other {# loaded jobs searched (title, file names, errors).}}',
      { count: searchedCount },
    ),
    tone: 'info',
    ...(olderState === 'more' ? { action: { label: t('Search older jobs'), onSelect: list.loadOlder } } : {}),
  };
}

function sortNotice({ searchedCount, olderState, isCutOff }: ServerList, { sort }: JobFilter): Notice | null {
  if (searchedCount === null || sort === 'newest' || (olderState === 'end' && !isCutOff)) return null;
  return {
    text: t(
      'This server cannot sort. {count, plural, one {Only the # loaded job is in this order.} other {Only the # loaded jobs are in this order.}}',
      { count: searchedCount },
    ),
    tone: 'info',
  };
}

function knownJobsText(): string {
  return t('Jobs you submit or open in this browser are shown, at most {count}.', {
    count: formatInteger(MAX_HISTORY_JOBS),
  });
}

function savedText(count: number): string {
  return t(
    '{count, plural, one {# job saved in this browser, as last seen.} other {# jobs saved in this browser, as last seen.}}',
    {
      count,
    },
  );
}

function reasonOf(error: Error | null): string {
  const { text } = error ? serverFailure(error) : { text: t('Unreachable') };
  return text.endsWith('.') ? text : `${text}.`;
}
