import { formatCount, formatDateTime } from '@/lib/format';
import { serverFailure } from '@/shared/servers/server-failure';
import { SurfaceColorMark } from '@/shared/servers/surface-color';
import { Button } from '@/ui/button';
import type { ServerList } from './server-list';

interface Notice {
  text: string;
  tone: 'info' | 'warn';
  action?: { label: string; onSelect: () => void };
}

/** Lists what is missing, one line per server, with what the user can do about it. */
export function ServerNotices({ lists }: { lists: readonly ServerList[] }) {
  const notices = lists.flatMap((list) => {
    const notice = noticeOf(list);
    return notice ? [{ ...notice, surface: list.surface }] : [];
  });
  return (
    <div role="status" aria-label="Missing jobs" className="max-h-32 shrink-0 overflow-y-auto max-md:max-h-48">
      {notices.map(({ surface, text, tone, action }) => (
        <p
          key={surface.id}
          className={`flex min-h-9 flex-wrap items-center gap-x-2.5 gap-y-0.5 border-b border-line px-4 py-1 md:px-5 ${tone === 'warn' ? 'bg-warn-soft' : ''}`}
        >
          <SurfaceColorMark color={surface.color} className="h-3.5" />
          <span className="font-semibold">{surface.name}</span>
          <span className="min-w-0 text-muted">{text}</span>
          {action ? (
            <Button
              size="sm"
              tone="ghost"
              className="ml-auto text-accent"
              aria-label={`${action.label}: ${surface.name}`}
              onClick={action.onSelect}
            >
              {action.label}
            </Button>
          ) : null}
        </p>
      ))}
    </div>
  );
}

function noticeOf(list: ServerList): Notice | null {
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
        text: `${reasonOf(error)} ${rows.length > 0 ? `${formatCount(rows.length, 'job')} saved in this browser, as last seen.` : 'Its jobs are missing.'}`,
        tone: 'warn',
        action: retry,
      };
    case 'unlisted':
      return {
        text: 'This server does not list jobs. Jobs you submit or open in this browser are shown.',
        tone: 'info',
      };
    case 'listed':
  }
  if (error)
    return { text: `${reasonOf(error)} Jobs as of ${formatDateTime(updatedAt)}.`, tone: 'warn', action: retry };
  const since = last ? `Jobs submitted before ${formatDateTime(Date.parse(last.job.created_at))}` : 'Older jobs';
  const loadOlder = { label: 'Retry', onSelect: list.loadOlder };
  if (olderState === 'failed') return { text: `${since} could not be loaded.`, tone: 'warn', action: loadOlder };
  if (olderState === 'loading' && isLate) return { text: `${since} are still loading.`, tone: 'info' };
  if (searchedCount === null) return null;
  return {
    text: `This server does not support this search. ${formatCount(searchedCount, 'loaded job')} searched (title, file names, errors).`,
    tone: 'info',
    ...(olderState === 'more' ? { action: { label: 'Search older jobs', onSelect: list.loadOlder } } : {}),
  };
}

function reasonOf(error: Error | null): string {
  const { text } = error ? serverFailure(error) : { text: 'Unreachable' };
  return text.endsWith('.') ? text : `${text}.`;
}
