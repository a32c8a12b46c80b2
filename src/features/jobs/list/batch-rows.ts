import { useMemo } from 'react';
import { cellTitles } from '@contract/console/cell-titles';
import { groupBatches } from '@contract/console/group-batches';
import { batchIdOfLabel } from '@contract/console/job-title';
import type { ListedJob } from '@contract/jobs/schemas';
import { LABEL_BATCH } from '@/domains/job-record/job-labels';
import { t } from '@/lib/i18n/messages';
import { defineSetting } from '@/lib/settings/setting';
import { useSetting } from '@/lib/settings/use-setting';
import { jobTitleHere } from '../job/job-title';
import type { ListRow } from '../job/list-row';

/** A row of the list: a job, or the jobs of a batch. */
export interface BatchGroup {
  /** Unlike that of a job. */
  id: string;
  batchId: string;
  title: string;
  /** Its jobs in the list, in list order. */
  rows: readonly ListRow[];
  isOpen: boolean;
}

export interface ShownRow {
  id: string;
  /** `null` for a batch. */
  job: ListRow | null;
  /** Of a job: the open batch above it. */
  batch: BatchGroup | null;
  /** Of a job of a batch: its values. */
  cellTitle?: string | undefined;
}

/** Ids of the batches whose jobs are shown, or hidden in a search, which shows them. Of the tab, so that they stay open. */
export const toggledBatches = defineSetting<readonly string[]>('toggled-batches', {
  schema: { parse: (text) => text.split(' ').filter(Boolean), format: (ids) => ids.join(' ') },
  default: [],
  isOfPage: true,
});

export function toggleBatch(id: string): void {
  toggledBatches.update((known) => (known.includes(id) ? known.filter((other) => other !== id) : [...known, id]));
}

export function batchIdOf({ metadata }: Pick<ListedJob, 'metadata'>): string | null {
  return batchIdOfLabel(metadata?.[LABEL_BATCH]);
}

/** Puts the jobs of each batch into one row. A batch with one job in the list is that job. */
export function withBatches(rows: readonly ListRow[], isOpen: (batchId: string) => boolean): readonly ShownRow[] {
  const groups = groupBatches(rows, ({ fetched }) => batchIdOf(fetched.job));
  return groups.flatMap(({ batchId, rows: own }): ShownRow[] => {
    const titles = batchId === null ? null : cellTitles(own.map(titleOf));
    const jobs = own.map((job, at) => ({ id: job.id, job, batch: null, cellTitle: titles?.cells[at] }));
    if (batchId === null || titles === null || own.length < 2) return jobs;
    const batch = { id: `batch ${batchId}`, batchId, title: titles.batch, rows: own, isOpen: isOpen(batchId) };
    return [{ id: batch.id, job: null, batch }, ...(batch.isOpen ? jobs.map((row) => ({ ...row, batch })) : [])];
  });
}

function titleOf({ surface, fetched }: ListRow): string {
  return jobTitleHere(surface, fetched.job);
}

/** Returns the rows to show. A search opens the batches that it finds. */
export function useShownRows(rows: readonly ListRow[], isSearch: boolean): readonly ShownRow[] {
  const toggled = useSetting(toggledBatches);
  return useMemo(() => withBatches(rows, (id) => toggled.includes(id) !== isSearch), [rows, toggled, isSearch]);
}

/** Returns ids of the jobs that a row stands for. */
export function jobIdsOf({ job, batch }: ShownRow): readonly string[] {
  return job ? [job.id] : (batch?.rows.map(({ id }) => id) ?? []);
}

/** What a list reads of its rows. */
export function readersOf(shown: readonly ShownRow[]) {
  const at = (index: number) => shown[index];
  return {
    keyOf: (index: number) => at(index)?.id ?? String(index),
    jobsOf: (index: number) => {
      const row = at(index);
      return row ? jobIdsOf(row) : [];
    },
    nameOf: (index: number) => {
      const { job, batch } = at(index) ?? {};
      return job ? titleOf(job) : batch ? t('batch {title}', { title: batch.title }) : '';
    },
  };
}
