import { useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useRef, useState } from 'react';
import { LABEL_TITLE } from '@/domains/job-record/job-labels';
import type { BatchCell } from '@/domains/batches/batch-cell';
import type { BatchEntry } from '@/domains/batches/batch-entry';
import type { BatchPlan } from '@/domains/batches/batch-plan';
import { cellName } from '@/domains/batches/cell-name';
import { formatInteger } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { useSetting } from '@/lib/settings/use-setting';
import { runAction, type Message } from '@/shared/feedback/action';
import { saveBlob } from '@/shared/files/save-blob';
import type { HeldFile } from '@/shared/dialog-requests/input-request';
import { zipNames } from '@/shared/file-names/zip-names';
import { type FileAt } from '@/shared/dialog-requests/file-at';
import { messageOf } from '@/lib/message-of';
import { openDialog } from '@/shared/dialog-requests/dialogs';
import { Button } from '@/ui/button';
import { SegmentedControl } from '@/ui/input/segmented-control';
import { Dialog } from '@/ui/overlay/dialog';
import { ProgressBar } from '@/ui/progress-bar';
import { allCells, cellsOf, flowModel, withAxisNames, type GridModel } from '../grid/grid-model';
import { gridViewSetting } from '../grid/grid-view';
import { drawSheet } from './draw-sheet';
import { MANIFEST_NAME, manifestText } from './manifest';
import { readResults, statusWord, type CellResult } from './read-results';
import { sheetColumns, sheetLayout } from './sheet-layout';

interface ExportDialogProps {
  batch: BatchEntry;
  plan: BatchPlan;
  /** What the page shows now. */
  shown: GridModel;
  /** Labels of the axes of rows and columns; `null` if it is not a table. */
  axisLabels: { x: string; y: string } | null;
  favorites: readonly number[];
  records: ReadonlyMap<number, BatchCell>;
  onClose: () => void;
}

type Scope = 'shown' | 'all' | 'favorites';
type Format = 'sheet' | 'zip';

/** Saves results as one image with labels, or as a zip of all files with a manifest. */
export function ExportDialog({ batch, plan, shown, axisLabels, favorites, records, onClose }: ExportDialogProps) {
  const client = useQueryClient();
  const { fit } = useSetting(gridViewSetting);
  const [format, setFormat] = useState<Format>('sheet');
  const [scope, setScope] = useState<Scope>('shown');
  const [progress, setProgress] = useState<number | null>(null);
  const controller = useRef<AbortController | null>(null);
  const shownCells = cellsOf(shown);
  const cells = { shown: shownCells, all: allCells(plan), favorites }[scope];
  const model =
    scope === 'shown' && axisLabels ? withAxisNames(shown, axisLabels) : flowModel(cells, sheetColumns(cells.length));
  const layout = cells.length === 0 ? null : sheetLayout(model, batch.title, (cell) => cellName(plan, cell));
  const close = () => {
    controller.current?.abort();
    onClose();
  };
  const problem =
    cells.length === 0
      ? t('No cells.')
      : format === 'sheet' && layout === null
        ? t('Too large for one image. Export favorites, or show fewer values first.')
        : null;

  const saveResults = async (signal: AbortSignal) => {
    // Reading jobs is the first half of a contact sheet.
    const half = format === 'sheet' ? 0.5 : 1;
    const { results, losses } = await readResults(client, {
      cells,
      recordOf: (cell) => records.get(cell) ?? null,
      signal,
      onProgress: (count) => setProgress((count / cells.length) * half),
    });
    if (signal.aborted) return null;
    if (format === 'zip') {
      saveZip(batch.title, plan, results, losses);
      return null;
    }
    if (!layout) return null;
    const onProgress = (count: number) => setProgress(0.5 + (count / cells.length) * 0.5);
    const { blob, missing } = await drawSheet({ layout, results, fit, signal, onProgress });
    const [name = 'contact-sheet.png'] = zipNames(
      [{ name: `${t('{title} contact sheet', { title: batch.title })}.png`, hash: null }],
      '{name}',
    );
    saveBlob(blob, name);
    return sheetMessage(missing, losses);
  };
  const save = async () => {
    const work = new AbortController();
    controller.current = work;
    setProgress(0);
    const { ok } = await runAction({
      run: () => saveResults(work.signal),
      failed: (error) =>
        work.signal.aborted ? null : { title: t('Nothing was saved'), description: messageOf(error, t('Try again.')) },
      done: (message) => message,
    });
    if (work.signal.aborted) return;
    if (ok) onClose();
    else setProgress(null);
  };

  return (
    <Dialog
      isOpen
      onOpenChange={close}
      title={t('Export results')}
      description={null}
      actions={
        <>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button tone="primary" isBusy={progress !== null} disabledReason={problem} onClick={() => void save()}>
            {progress === null ? <Download aria-hidden /> : null}
            {format === 'sheet' ? t('Save image') : t('Continue')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <SegmentedControl
          aria-label={t('Format')}
          value={format}
          options={[
            { value: 'sheet', label: t('Contact sheet') },
            { value: 'zip', label: t('Files as zip') },
          ]}
          onValueChange={(next) => setFormat(next === 'zip' ? 'zip' : 'sheet')}
        />
        <SegmentedControl
          aria-label={t('Cells')}
          value={scope}
          options={[
            { value: 'shown', label: t('Shown {count}', { count: formatInteger(shownCells.length) }) },
            { value: 'all', label: t('All {count}', { count: formatInteger(batch.count) }) },
            { value: 'favorites', label: t('Favorites {count}', { count: formatInteger(favorites.length) }) },
          ]}
          onValueChange={(next) => setScope(next === 'all' || next === 'favorites' ? next : 'shown')}
        />
        <p className="text-muted">
          {problem ??
            (format === 'zip'
              ? t(
                  'All outputs of {count, plural, one {# cell} other {# cells}}, and {name} with the values, job and files of each.',
                  { count: cells.length, name: MANIFEST_NAME },
                )
              : t('One PNG of {width} × {height} pixels with the first image of each cell.', {
                  width: formatInteger(layout?.width ?? 0),
                  height: formatInteger(layout?.height ?? 0),
                }))}
        </p>
        {progress === null ? null : <ProgressBar value={progress} label={t('Export')} />}
      </div>
    </Dialog>
  );
}

function saveZip(title: string, plan: BatchPlan, results: readonly CellResult[], losses: readonly string[]): void {
  const filesOf = new Map(results.map((result) => [result, heldFiles(plan, result)]));
  const files = results.flatMap((result): FileAt[] => {
    const { surface } = result;
    return surface ? (filesOf.get(result) ?? []).map((file) => ({ surface, file })) : [];
  });
  if (files.length === 0) {
    throw new Error([t('None of these cells has outputs that its server still has.'), ...losses].join(' '));
  }
  openDialog('zip', {
    files,
    title,
    note: losses.join(' ') || null,
    addition: {
      name: MANIFEST_NAME,
      textOf: (stored) =>
        manifestText(
          plan,
          results.map((result) => ({
            cell: result.cell,
            server: result.surface?.name ?? '',
            jobId: result.record?.jobId ?? null,
            status: statusWord(result),
            files: (filesOf.get(result) ?? []).flatMap((file) => stored.get(file) ?? []),
            missing: (filesOf.get(result) ?? []).flatMap((file) => (stored.has(file) ? [] : [file.name])),
          })),
        ),
    },
  });
}

/** Names of files contain the values of the cell, unless the job was renamed. */
function heldFiles(plan: BatchPlan, { cell, job }: CellResult): HeldFile[] {
  return (job?.outputs ?? []).map((output) => ({
    ...output,
    job_id: job?.id ?? null,
    job_title: job?.metadata?.[LABEL_TITLE] ?? cellName(plan, cell),
    made_at: job?.completed_at ?? job?.created_at,
  }));
}

function sheetMessage(missing: number, losses: readonly string[]): Message {
  const title = t('Contact sheet saved');
  if (missing === 0 && losses.length === 0) return { title };
  const missingText =
    missing > 0
      ? t(
          '{count, plural, one {# image could not be loaded and is blank.} other {# images could not be loaded and are blank.}}',
          { count: missing },
        )
      : null;
  return { tone: 'warn', stays: true, title, description: [missingText, ...losses].filter(Boolean).join(' ') };
}
