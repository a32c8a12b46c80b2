import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import {
  Copy,
  Download,
  Ellipsis,
  PencilLine,
  RotateCcw,
  Star,
  StarOff,
  Tag,
  TextCursorInput,
  Trash2,
  Workflow,
} from 'lucide-react';
import { isTerminal } from '@contract/jobs/lifecycle';
import type { ListedJob } from '@contract/jobs/schemas';
import { canChangeJobs } from '@/api/jobs/change-jobs';
import { markOf, useJobAnnotations } from '@/api/annotations/job-annotations';
import { LABEL_TITLE } from '@/api/outbox/outbox-entry';
import type { Surface } from '@/api/surface';
import { copyText } from '@/shared/copy-text';
import { Button } from '@/ui/button';
import { LazyMenu } from '@/ui/lazy-menu';
import { noOutputsReason } from '../selection/outputs-of';
import { askFor } from '../selection/selection-store';
import { RatingSign } from './rating-sign';
import { useRunAgain } from '../use-run-again';
import { useStar } from './use-star';

// With this file, whose name the first picture has paid for.
export { rowTitle } from '../row-title';

interface RowMenuProps {
  surface: Surface;
  job: ListedJob;
  title: string;
}

/** In sight as the box of the row is: for the pointer and the focus that are on it. */
export function RowMenu({ surface, job, title }: RowMenuProps) {
  const router = useRouter();
  const workflow = job.metadata?.[LABEL_TITLE];
  const { isStarred, toggleStar } = useStar(surface, [job]);
  const client = useQueryClient();
  const { isPossible, isRunning, onRunAgain, onEdit } = useRunAgain(surface, job, title);
  const isChangeable = canChangeJobs(surface);
  const ofRow = [{ surface, jobs: [job] }];
  const download = async () => (await import('../selection/save-outputs-of')).saveOutputsOf(client, ofRow);
  return (
    <LazyMenu
      trigger={
        <Button
          tone="ghost"
          size="icon-sm"
          aria-label={`More actions for ${title}`}
          title="More"
          // Above the link that covers the row.
          className="relative z-1 group-focus-within/row:opacity-100 group-hover/row:opacity-100 data-[state=open]:opacity-100 max-md:-my-2 max-md:-mr-2 max-md:size-9 pointer-fine:opacity-0"
        >
          <Ellipsis aria-hidden />
        </Button>
      }
      items={[
        {
          label: isStarred ? 'Remove star' : 'Star',
          icon: isStarred ? <StarOff /> : <Star />,
          onSelect: toggleStar,
        },
        ...(isPossible
          ? [
              {
                label: 'Run again',
                icon: <RotateCcw />,
                disabledReason: isRunning ? 'Already submitting.' : null,
                onSelect: () => void onRunAgain(),
              },
              { label: 'Open in editor', icon: <PencilLine />, onSelect: () => void onEdit() },
            ]
          : []),
        {
          label: 'Download outputs…',
          icon: <Download />,
          disabledReason: noOutputsReason([job]),
          onSelect: () => void download(),
        },
        ...(isChangeable
          ? [{ label: 'Rename…', icon: <TextCursorInput />, onSelect: () => askFor('rename', ofRow) }]
          : []),
        { label: 'Rating and tags…', icon: <Tag />, onSelect: () => askFor('tags', ofRow) },
        {
          label: 'Only jobs of this workflow',
          icon: <Workflow />,
          disabledReason: workflow ? null : 'Workflow name unknown.',
          onSelect: () =>
            void router.navigate({
              // In the list of all servers the one in the path stays.
              to: '/$surface/jobs',
              params: (before) => ({ surface: before.surface ?? surface.id }),
              search: (before) => ({ ...before, title: workflow }),
            }),
        },
        { label: 'Copy job id', icon: <Copy />, onSelect: () => void copyText(job.id, 'Job id') },
        ...(isChangeable
          ? [
              {
                label: 'Delete…',
                icon: <Trash2 />,
                tone: 'danger' as const,
                disabledReason: isTerminal(job.status) ? null : 'Only finished jobs can be deleted.',
                onSelect: () => askFor('delete', ofRow),
              },
            ]
          : []),
      ]}
    />
  );
}

/** Star, rating and tags of a job, in the line below its title. */
export function RowAnnotations({ surfaceId, jobId }: { surfaceId: string; jobId: string }) {
  const mark = useJobAnnotations(markOf(surfaceId, jobId));
  if (!mark) return null;
  return (
    <span className="font-sans text-muted">
      {mark.isStarred ? (
        <>
          {' '}
          <Star aria-label="Starred" className="mb-0.5 ml-1 inline size-3 fill-current text-warn" />
        </>
      ) : null}
      {mark.rating === undefined ? null : <RatingSign rating={mark.rating} />}
      {mark.tags.length > 0 ? <span className="ml-1.5">{mark.tags.join(' · ')}</span> : null}
    </span>
  );
}
