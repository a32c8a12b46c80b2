import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { memo } from 'react';
import { isTerminal } from '@contract/jobs/lifecycle';
import type { FetchedJob, ShownJob } from '@/api/live/merge-job';
import { useShownJob } from '@/api/live/live-store';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';
import { cancelAction } from '@/shared/cancel-action';
import { runAction } from '@/shared/feedback/action';
import { cancelDisabledReason } from '@/shared/job-text';
import { Age } from '@/shared/relative-time';
import { Button } from '@/ui/button';
import { MiddleCut } from '@/ui/middle-cut';
import { firstShowable } from '@/shared/files/output-kind';
import { JobThumbnail } from './job-thumbnail';
import { jobTimes } from '../job/job-times';
import { shortId, useIsNamed, useJobTitle } from '../job/job-title';
import { ServerName } from '@/shared/servers/server-name';
import { useListView, type Density } from '../view/list-view';
import { RowAnnotations } from '../annotations/row-annotations';
import { JOB_CELLS } from './job-cells';
import { columnClass, RowCells } from './job-columns';
import { RowMenu, showRowTitle } from './lazy-parts';
import { ROW_LAYOUT } from './row-layout';

export const ROW_HEIGHTS: Readonly<Record<Density, number>> = { comfortable: 60, compact: 40 };
export const CARD_HEIGHTS: Readonly<Record<Density, number>> = { comfortable: 96, compact: 76 };

interface JobRowProps {
  surface: Surface;
  fetched: FetchedJob;
  /** Whether it is a card, as on phones. */
  isCard: boolean;
  /** Unique in the list. */
  rowId: string;
  /** Whether it names its server. */
  hasServer: boolean;
  /** Absent: that of the job. */
  title?: string;
  /** Of a job of a batch: its values, shown as the title. */
  cellTitle?: string | undefined;
  /** Whether it is below the row of its batch. */
  isInBatch?: boolean;
}

const statusOf = ({ job }: ShownJob) => job.status;
const isEndingOf = ({ isEnding }: ShownJob) => isEnding;

/**
 * One job of the list. The row only re-renders if its job or its status changes; progress is in cells with their own
 * subscriptions.
 */
export const JobRow = memo(function JobRow({
  surface,
  fetched,
  isCard,
  rowId,
  hasServer,
  title: givenTitle,
  cellTitle,
  isInBatch = false,
}: JobRowProps) {
  const { job } = fetched;
  const status = useShownJob(surface.id, fetched, statusOf);
  const isEnding = useShownJob(surface.id, fetched, isEndingOf);
  const jobTitle = useJobTitle(surface, job);
  const title = givenTitle ?? jobTitle;
  const isNamed = useIsNamed(surface, job);
  const times = jobTimes(job);
  const client = useQueryClient();
  const view = useListView();
  return (
    <div className={classNames(ROW_LAYOUT, 'hover:bg-raised has-[a:focus-visible]:bg-raised')}>
      <div className={classNames('contents md:flex md:min-w-0 md:items-center md:gap-3', isInBatch && 'md:pl-6')}>
        <ThumbnailCell surface={surface} fetched={fetched} />
        <div className="min-w-0 md:compact:flex md:compact:items-baseline md:compact:gap-2.5">
          {/* The link covers the whole row, so that it can be opened in a new tab from anywhere. */}
          <Link
            to="/$surface/jobs/$jobId"
            params={{ surface: surface.id, jobId: job.id }}
            data-row-id={rowId}
            aria-label={title}
            className="flex min-w-0 font-semibold whitespace-pre after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
            // Covers the row, so its tooltip describes all of it. React reports no `pointerenter` for a row that replaces another
            // under a resting pointer.
            onPointerOver={({ currentTarget }) => void showRowTitle(currentTarget, client, surface, fetched)}
          >
            {cellTitle === undefined ? <MiddleCut text={title} /> : <span className="truncate">{cellTitle}</span>}
          </Link>
          <div className="truncate font-mono text-xs text-faint md:compact:shrink-2">
            {isCard && hasServer ? (
              <CardServer surface={surface} />
            ) : isNamed ? null : (
              <span className="md:compact:hidden">{shortId(job.id)}</span>
            )}
            {isCard ? (
              <Age
                at={times.createdAt}
                className={classNames('font-sans', (hasServer || !isNamed) && "before:content-['_·_']")}
              />
            ) : null}
            <RowAnnotations surfaceId={surface.id} jobId={job.id} />
          </div>
        </div>
      </div>
      <RowCells
        chosen={view.columns}
        hasServers={hasServer}
        isCard={isCard}
        renderCell={(column) => {
          const Cell = JOB_CELLS[column.id];
          return (
            <Cell
              key={column.id}
              surface={surface}
              fetched={fetched}
              status={status}
              times={times}
              className={columnClass(column)}
            />
          );
        }}
      >
        <span className="flex justify-end gap-1">
          {isTerminal(status) || isEnding ? null : (
            <CancelButton
              status={status}
              title={title}
              onCancel={() => void runAction(cancelAction(client, surface, job, title))}
            />
          )}
          <RowMenu surface={surface} job={job} title={title} />
        </span>
      </RowCells>
    </div>
  );
});

function CardServer({ surface }: { surface: Surface }) {
  return <ServerName surface={surface} className="inline-flex max-w-28 align-bottom font-sans" />;
}

function ThumbnailCell({ surface, fetched }: Pick<JobRowProps, 'surface' | 'fetched'>) {
  const preview = useShownJob(surface.id, fetched, (shown) => shown.preview);
  const image = useShownJob(surface.id, fetched, ({ job }) => firstShowable(job.outputs));
  return <JobThumbnail surface={surface} output={image} preview={preview} />;
}

function CancelButton({ status, title, onCancel }: { status: string; title: string; onCancel: () => void }) {
  return (
    <Button
      tone="ghost"
      size="icon-sm"
      aria-label={t('Cancel {title}', { title })}
      title={t('Cancel')}
      disabledReason={cancelDisabledReason(status)}
      // Above the link that covers the whole row.
      className="relative z-1 max-md:-mr-2 max-md:size-9"
      onClick={onCancel}
    >
      <X aria-hidden />
    </Button>
  );
}
