import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Job } from '@contract/jobs/schemas';
import { findSurface, type Surface } from '@/api/surface';
import type { BatchCell } from '@/domains/batches/batch-cell';
import type { BatchEntry } from '@/domains/batches/batch-entry';
import { cellWorkflow } from '@/domains/batches/batch-plan';
import type { PlannedWorkflow } from '@/domains/batches/browser-ports';
import { writeDraft } from '@/domains/drafts/drafts';
import { makeDraft } from '@/domains/drafts/make-draft';
import { cellName } from '@/domains/batches/cell-name';
import { msg, t } from '@/lib/i18n/messages';
import { toggleStars } from '@/shared/annotations/use-star';
import { MAX_COMPARED } from '@/shared/compare/compare-model';
import { findInputFile } from '@/shared/dialog-requests/input-request';
import { runAction } from '@/shared/feedback/action';
import { announce } from '@/shared/feedback/announce';
import { showToast } from '@/shared/feedback/toasts';
import { useCurrentSurface } from '@/shared/servers/use-current-surface';
import { messageOf } from '@/lib/message-of';
import { openDialog } from '@/shared/dialog-requests/dialogs';
import { cellJobQuery } from '../cell-job';
import { requestAction } from '../request-action';
import type { CellActionId, CellActions } from '../grid/cell-actions';
import { cancelCells } from '../cancel-cells';

interface CellChoice extends Pick<CellActions, 'open' | 'select'> {
  /** Asks which outcome a cell had, since Flowdeck cannot find out. */
  mark: (cell: number) => void;
  selected: readonly number[];
  /** Asks about a new batch of some cells. */
  openRerun: (cells: readonly number[]) => void;
}

type Records = ReadonlyMap<number, BatchCell>;

export const NOT_READ = msg('Only a cell with a job that the server still has can be starred or rated.');

interface CellJob {
  surface: Surface;
  job: Job;
}

/** Actions on single cells, and the cells that are to be compared. */
export function useCellActions(
  { id, title, surfaceId, fillIns, elsewhere }: BatchEntry,
  { workflowText, plan }: PlannedWorkflow,
  records: Records,
  { open, select, mark, selected, openRerun }: CellChoice,
) {
  const client = useQueryClient();
  const router = useRouter();
  const shown = useCurrentSurface();
  const [compared, setCompared] = useState<readonly number[]>([]);
  // The actions stay the same while cells change: otherwise each change of one cell would render all others.
  const latest = useRef(records);
  useEffect(() => {
    latest.current = records;
  }, [records]);
  const isElsewhere = elsewhere !== undefined;
  const actions = useMemo((): CellActions => {
    const recordOf = (cell: number) => latest.current.get(cell);
    const withJob = async (cell: number, act: (found: CellJob | null) => void) => {
      act(await readJobOf(client, recordOf(cell)));
    };
    const openJob = (cell: number) => {
      const record = recordOf(cell);
      if (!record?.jobId) return;
      void router.navigate({
        to: '/$surface/jobs/$jobId',
        params: { surface: record.surfaceId, jobId: record.jobId },
      });
    };
    const edit = async (cell: number) => {
      const target = [recordOf(cell)?.surfaceId, surfaceId].find((one) => one && findSurface(one)) ?? shown.id;
      const text = cellWorkflow(workflowText, plan, cell);
      const named = { text, title: `${title}, ${cellName(plan, cell)}`, origin: 'job' as const };
      const draft = makeDraft(target, { ...named, ...(fillIns ? { fillIns } : {}) }, Date.now());
      await writeDraft({ ...draft, ...sourceOf(recordOf(cell)) });
      await router.navigate({
        to: '/$surface/submit/$draftId',
        params: { surface: target, draftId: draft.id },
      });
    };
    const runs: Readonly<Record<CellActionId, (cell: number) => void>> = {
      'open-job': openJob,
      star: (cell) =>
        void withJob(cell, (found) => {
          if (found) toggleStars([{ surface: found.surface, jobs: [found.job] }]);
          else announce(t(NOT_READ));
        }),
      compare: (cell) =>
        setCompared((before) => {
          if (before.includes(cell)) return before.filter((other) => other !== cell);
          return [...before, cell].slice(-MAX_COMPARED);
        }),
      input: (cell) =>
        void withJob(cell, (found) => {
          const input = findInputFile(found?.job.outputs);
          if (found && input) openDialog('input', { surface: found.surface, ...input });
          else showToast({ tone: 'neutral', title: t('This cell has no image, video or audio'), isOfPage: true });
        }),
      select: (cell) => select(cell, false),
      'run-again': (cell) => {
        if (selected.includes(cell) && selected.length > 1) openRerun(selected);
        // Only the browser that runs the batch can replace an attempt.
        else if (recordOf(cell)?.outcome === 'succeeded' || isElsewhere) openRerun([cell]);
        else requestAction(id, { kind: 'user_retry', cells: [cell] });
      },
      edit: (cell) =>
        void runAction({
          run: () => edit(cell),
          failed: (error) => ({
            title: t('The workflow of this cell could not be opened'),
            description: messageOf(error, t('Try again.')),
          }),
        }),
      mark,
      cancel: (cell) => {
        const record = recordOf(cell);
        if (record) void cancelCells(client, [record]);
      },
    };
    return { open, select, run: (action, cell) => runs[action](cell) };
  }, [
    client,
    router,
    shown.id,
    id,
    title,
    surfaceId,
    fillIns,
    workflowText,
    plan,
    open,
    select,
    mark,
    selected,
    openRerun,
    isElsewhere,
  ]);
  return {
    actions,
    compared,
    openComparison: () =>
      openDialog('compare', {
        jobs: compared.flatMap((cell) => {
          const job = jobRefOf(records.get(cell));
          return job ? [{ ...job, title: cellName(plan, cell, compared) }] : [];
        }),
      }),
    clearComparison: () => setCompared([]),
  };
}

/** Returns the job of a cell, fetched unless the page has it; `null` if the cell has none, or it cannot be read. */
export async function readJobOf(client: QueryClient, record: BatchCell | undefined): Promise<CellJob | null> {
  const found = jobRefOf(record);
  if (!found) return null;
  const query = cellJobQuery(found.surface, found.id);
  try {
    const { job } = client.getQueryData(query.queryKey) ?? (await client.fetchQuery(query));
    return { surface: found.surface, job };
  } catch {
    return null;
  }
}

function jobRefOf(record: BatchCell | undefined): { surface: Surface; id: string } | null {
  const surface = record && findSurface(record.surfaceId);
  return surface && record.jobId ? { surface, id: record.jobId } : null;
}

function sourceOf(record: BatchCell | undefined): { sourceJobId?: string } {
  return record?.jobId ? { sourceJobId: record.jobId } : {};
}
