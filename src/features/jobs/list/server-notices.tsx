import { LOCAL_SURFACE } from '@/api/surface';
import { MAX_HISTORY_JOBS } from '@/domains/history/history';
import { hasFilters, type JobFilter } from '@/domains/jobs/job-filter';
import { formatCount, formatDateTime, formatInteger } from '@/lib/format';
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
    <div role="status" aria-label="Missing jobs" className="max-h-32 shrink-0 overflow-y-auto max-md:max-h-48">
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
  const retry = { label: 'Retry', onSelect: list.retry };
  if (state === 'failed') return null;
  if (state === 'saved' || state === 'unlisted') {
    if (rows.length === 0) return null;
    if (state === 'unlisted') {
      return { title: 'This server does not list jobs', text: KNOWN_JOBS, tone: 'info' };
    }
    // The banner of the shell says that this machine's gateway is down.
    const host = surface.baseUrl === null ? surface.name : new URL(surface.baseUrl).host;
    const down = error && surface.id !== LOCAL_SURFACE.id ? `${serverDownText(error, surface, host)} ` : '';
    const text = `${down}${savedText(rows.length)} The full list loads once the server responds.`;
    return { text, tone: 'warn', action: retry };
  }
  if (state === 'listed' && error) {
    const asOf = `Jobs as of ${formatDateTime(updatedAt)}`;
    return isServerDown(error)
      ? { title: 'Server unreachable.', text: `${asOf}. They continue or stay queued.`, tone: 'warn', action: retry }
      : { text: `${reasonOf(error)} ${asOf}.`, tone: 'warn', action: retry };
  }
  return state === 'loading' ? noticeOf(list, filter) : sortNotice(list, filter);
}

function noticeOf(list: ServerList, filter: JobFilter): Notice | null {
  const { state, error, rows, updatedAt, olderState, isLate, last, searchedCount } = list;
  const retry = { label: 'Retry', onSelect: list.retry };
  switch (state) {
    case 'loading':
      return isLate
        ? { text: 'No response yet. Its jobs appear when they arrive.', tone: 'info', action: retry }
        : null;
    case 'failed':
      return { text: `${reasonOf(error)} Its jobs are missing.`, tone: 'warn', action: retry };
    case 'saved':
      return {
        text: `${reasonOf(error)} ${rows.length > 0 ? savedText(rows.length) : 'Its jobs are missing.'}`,
        tone: 'warn',
        action: retry,
      };
    case 'unlisted':
      return { text: `This server does not list jobs. ${KNOWN_JOBS}`, tone: 'info' };
    case 'listed':
  }
  if (error)
    return { text: `${reasonOf(error)} Jobs as of ${formatDateTime(updatedAt)}.`, tone: 'warn', action: retry };
  const since = last ? `Jobs submitted before ${formatDateTime(Date.parse(last.job.created_at))}` : 'Older jobs';
  const loadOlder = { label: 'Retry', onSelect: list.loadOlder };
  if (olderState === 'failed') return { text: `${since} could not be loaded.`, tone: 'warn', action: loadOlder };
  if (olderState === 'loading' && isLate) return { text: `${since} are still loading.`, tone: 'info' };
  if (searchedCount === null) return null;
  if (!hasFilters(filter)) return sortNotice(list, filter);
  return {
    text: `This server does not support this search. ${formatCount(searchedCount, 'loaded job')} searched (title, file names, errors).`,
    tone: 'info',
    ...(olderState === 'more' ? { action: { label: 'Search older jobs', onSelect: list.loadOlder } } : {}),
  };
}

function sortNotice({ searchedCount, olderState, isCutOff }: ServerList, { sort }: JobFilter): Notice | null {
  if (searchedCount === null || sort === 'newest' || (olderState === 'end' && !isCutOff)) return null;
  const jobs = `${formatCount(searchedCount, 'loaded job')} ${searchedCount === 1 ? 'is' : 'are'}`;
  return { text: `This server cannot sort. Only the ${jobs} in this order.`, tone: 'info' };
}

const KNOWN_JOBS = `Jobs you submit or open in this browser are shown, at most ${formatInteger(MAX_HISTORY_JOBS)}.`;

function savedText(count: number): string {
  return `${formatCount(count, 'job')} saved in this browser, as last seen.`;
}

function reasonOf(error: Error | null): string {
  const { text } = error ? serverFailure(error) : { text: 'Unreachable' };
  return text.endsWith('.') ? text : `${text}.`;
}
