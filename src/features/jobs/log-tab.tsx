import { useQuery } from '@tanstack/react-query';
import { Copy, Download, ScrollText as Scroll } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { isActive } from '@contract/jobs/lifecycle';
import type { Job } from '@contract/jobs/schemas';
import { jobLogQuery } from '@/api/jobs/job-log-query';
import { useJobOverlay } from '@/api/live/live-store';
import type { Surface } from '@/api/surface';
import { formatInteger } from '@/lib/format';
import { copyText } from '@/shared/copy-text';
import { saveText } from '@/shared/save-text';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { ScrollText } from '@/ui/scroll-text';
import { Skeleton } from '@/ui/skeleton';
import { logToShow } from './log-model';
import { shortId } from './job-title';

/** What the run printed: untrusted text, shown as text only. */
export function LogTab({ surface, job }: { surface: Surface; job: Job }) {
  const hasLink = job.urls.logs !== undefined;
  const { data, isError, error, refetch } = useQuery(jobLogQuery(surface, job));
  const lines = useJobOverlay(surface.id, job.id)?.log ?? [];
  const shown = logToShow({ hasLink, reading: data, lines, isRunning: isActive(job.status) });

  if (shown.kind === 'text')
    return <LogText job={job} text={shown.text} notice={shown.notice} isRunning={isActive(job.status)} />;
  if (shown.kind === 'calm') {
    return (
      <EmptyState icon={<Scroll />} title={shown.title}>
        {shown.text}
      </EmptyState>
    );
  }
  if (isError) {
    return (
      <EmptyState
        icon={<Scroll />}
        title="The log could not be read"
        actions={<Button onClick={() => void refetch()}>Try again</Button>}
      >
        {error.message}
      </EmptyState>
    );
  }
  return <Skeleton className="m-5 min-h-40 flex-1" />;
}

/** More lines than a person reads; the file has them all. */
const MAX_SHOWN_CHARS = 300_000;

function LogText({
  job,
  text,
  notice,
  isRunning,
}: {
  job: Job;
  text: string;
  notice: string | null;
  isRunning: boolean;
}) {
  const [isFollowing, setIsFollowing] = useState(true);
  const scroller = useRef<HTMLPreElement>(null);
  const isLong = text.length > MAX_SHOWN_CHARS;
  const tail = isLong ? text.slice(-MAX_SHOWN_CHARS) : text;

  // The scroll position lives in the document; every new line moves the end.
  useEffect(() => {
    if (isFollowing && isRunning) scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  });

  return (
    <>
      <div className="flex h-10 shrink-0 items-center gap-1 px-3">
        {isRunning ? (
          <label className="flex items-center gap-2 pl-2 text-sm text-muted">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={isFollowing}
              onChange={({ currentTarget }) => setIsFollowing(currentTarget.checked)}
            />
            Follow
          </label>
        ) : null}
        <div className="ml-auto flex gap-1">
          <Button tone="ghost" size="sm" onClick={() => void copyText(text, 'Log')}>
            <Copy aria-hidden />
            Copy
          </Button>
          <Button tone="ghost" size="sm" onClick={() => saveText(text, `log-${shortId(job.id)}.txt`)}>
            <Download aria-hidden />
            Download
          </Button>
        </div>
      </div>
      {notice ? <p className="px-5 pb-2 text-sm text-muted">{notice}</p> : null}
      {isLong ? (
        <p className="px-5 pb-2 text-sm text-muted">
          The last {formatInteger(MAX_SHOWN_CHARS)} characters; copy or download it for the rest.
        </p>
      ) : null}
      <ScrollText
        ref={scroller}
        label="Log"
        className="min-h-0 flex-1 px-5 pb-5 text-muted max-md:max-h-[60dvh]"
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          // Whoever scrolls up wants to read; at the end it goes on.
          const isAtEnd = scrollHeight - scrollTop - clientHeight < 8;
          if (isRunning && isAtEnd !== isFollowing) setIsFollowing(isAtEnd);
        }}
      >
        {tail}
      </ScrollText>
    </>
  );
}
