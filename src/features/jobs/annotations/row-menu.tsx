import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import {
  Copy,
  Download,
  Ellipsis,
  ImageUp,
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
import { canChangeJobs } from '@/domains/jobs/change-jobs';
import { LABEL_TITLE } from '@/domains/outbox/outbox-entry';
import type { Surface } from '@/api/surface';
import { findInputFile, openInputDialog } from '@/shared/dialog-requests/input-request';
import { copyText } from '@/shared/copy-text';
import { Button } from '@/ui/button';
import { LazyMenu } from '@/ui/overlay/lazy-menu';
import { noOutputsReason } from '../selection/outputs-of';
import { openAction } from '../selection/selection-store';
import { useQueueMoves } from '../actions/use-queue-moves';
import { useRunAgain } from '../actions/use-run-again';
import { saveOutputsOf } from '../selection/save-outputs-of';
import { useStar } from '@/shared/annotations/use-star';

export interface RowMenuProps {
  surface: Surface;
  job: ListedJob;
  title: string;
}

/** Visible like the checkbox of the row: on hover and focus. */
export function RowMenu({ surface, job, title }: RowMenuProps) {
  const router = useRouter();
  const workflow = job.metadata?.[LABEL_TITLE];
  const { isStarred, toggleStar } = useStar(surface, [job]);
  const client = useQueryClient();
  const { isPossible, isRunning, onRunAgain, onEdit } = useRunAgain(surface, job, title);
  const moves = useQueueMoves(surface, job, job.status);
  const isChangeable = canChangeJobs(surface);
  const ofRow = [{ surface, jobs: [job] }];
  const input = findInputFile(job.outputs);
  const download = () => saveOutputsOf(client, ofRow);
  return (
    <LazyMenu
      trigger={
        <Button
          tone="ghost"
          size="icon-sm"
          aria-label={`More actions for ${title}`}
          title="More"
          // Above the link that covers the whole row.
          className="relative z-1 group-focus-within/row:opacity-100 group-hover/row:opacity-100 data-[state=open]:opacity-100 max-md:-my-2 max-md:-mr-2 max-md:size-9 pointer-fine:opacity-0"
        >
          <Ellipsis aria-hidden />
        </Button>
      }
      items={[
        ...(moves ? [moves.front, moves.back] : []),
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
        ...(input
          ? [
              {
                label: 'Use as input…',
                icon: <ImageUp />,
                onSelect: () => openInputDialog({ surface, ...input }),
              },
            ]
          : []),
        {
          label: 'Download outputs…',
          icon: <Download />,
          disabledReason: noOutputsReason([job]),
          onSelect: () => void download(),
        },
        ...(isChangeable
          ? [{ label: 'Rename…', icon: <TextCursorInput />, onSelect: () => openAction('rename', ofRow) }]
          : []),
        { label: 'Rating and tags…', icon: <Tag />, onSelect: () => openAction('tags', ofRow) },
        {
          label: 'Only jobs of this workflow',
          icon: <Workflow />,
          disabledReason: workflow ? null : 'Workflow name unknown.',
          onSelect: () =>
            void router.navigate({
              // The list of all servers keeps the server in the path.
              to: '/$surface/jobs',
              params: (before) => ({ surface: before.surface ?? surface.id }),
              search: (before) => ({ ...before, title: workflow }),
            }),
        },
        { label: 'Copy job ID', icon: <Copy />, onSelect: () => void copyText(job.id, 'Job ID') },
        ...(isChangeable
          ? [
              {
                label: 'Delete…',
                icon: <Trash2 />,
                tone: 'danger' as const,
                disabledReason: isTerminal(job.status) ? null : 'Only finished jobs can be deleted.',
                onSelect: () => openAction('delete', ofRow),
              },
            ]
          : []),
      ]}
    />
  );
}
