import { assetReference } from '@contract/workflow/asset-references';
import type { Surface } from '@/api/surface';
import { uploadAsset } from '@/domains/assets/asset-upload';
import { forgetUpload, useUploads } from '@/domains/assets/uploads-store';
import { msg, t } from '@/lib/i18n/messages';
import { holdSession } from '../draft/session/open-sessions';
import { changeInputAxis, sweepFormOf } from './sweep-store';
import type { SweepFile } from '@/domains/drafts/sweep-form';

interface AxisOfDraft {
  surface: Surface;
  draftId: string;
  axisId: string;
}

/** Pending and failed files, by their id. */
const sources = new Map<string, { file: File; controller: AbortController }>();

/** Adds files to an axis in the order of their names, and uploads those that the server does not have. */
export async function addFiles(axis: AxisOfDraft, files: readonly File[]): Promise<void> {
  const sorted = files.toSorted((left, right) => left.name.localeCompare(right.name, 'en', { numeric: true }));
  const added = sorted.map((file): SweepFile => {
    const id = crypto.randomUUID();
    sources.set(id, { file, controller: new AbortController() });
    return { id, name: file.name, reference: null, problem: null };
  });
  changeFiles(axis, (known) => [...known, ...added]);
  await uploadHeld(axis, added);
}

/** Returns true if the upload of a file failed and can be repeated: this page still has its bytes. */
export function canRetry({ id, problem }: SweepFile): boolean {
  return problem !== null && sources.has(id);
}

/** Uploads the files again that failed. */
export async function retryFiles(axis: AxisOfDraft): Promise<void> {
  const failed = filesOf(axis).filter(canRetry);
  changeFiles(axis, (known) => known.map((one) => (failed.includes(one) ? { ...one, problem: null } : one)));
  await uploadHeld(axis, failed);
}

/** Marks the files that an earlier page did not upload: only their names are stored. */
export function markUnsentFiles(draftId: string): void {
  const isUnsent = ({ id, reference, problem }: SweepFile) =>
    reference === null && problem === null && !sources.has(id);
  for (const axis of sweepFormOf(draftId).axes) {
    if (axis.kind !== 'input' || !axis.files.some(isUnsent)) continue;
    changeInputAxis(draftId, axis.id, (current) => ({
      ...current,
      files: current.files.map((file) => (isUnsent(file) ? { ...file, problem: t(UNSENT) } : file)),
    }));
  }
}

const UNSENT = msg('The page closed before it was uploaded. Add it again.');

async function uploadHeld(axis: AxisOfDraft, files: readonly SweepFile[]): Promise<void> {
  const ids = files.map(({ id }) => id);
  await holdSession(axis.draftId, uploadAll(axis, ids));
}

/** Removes files from the axis, and cancels their uploads; the server keeps those that it has. */
export function removeFiles(axis: AxisOfDraft, ids: readonly string[]): void {
  changeFiles(axis, (known) => known.filter(({ id }) => !ids.includes(id)));
  for (const id of ids) {
    sources.get(id)?.controller.abort();
    forget(id);
  }
}

/** One at a time: other uploads of the page share the two connections. */
async function uploadAll(axis: AxisOfDraft, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const source = sources.get(id);
    if (!source) continue;
    const { file, controller } = source;
    const result = await uploadAsset(axis.surface, file, id, controller.signal);
    // Removed in the meantime.
    if (!sources.has(id)) {
      forget(id);
      continue;
    }
    const upload = useUploads.getState().uploads[id];
    const problem = upload?.phase === 'failed' ? upload.message : t('The upload was canceled.');
    const reference = result && assetReference({ id: result.asset.id, hash: result.hash, file_path: file.name });
    changeFiles(axis, (known) =>
      known.map((one) => (one.id === id ? { ...one, reference, problem: reference ? null : problem } : one)),
    );
    if (reference) forget(id);
  }
}

function forget(id: string): void {
  sources.delete(id);
  forgetUpload(id);
}

function filesOf({ draftId, axisId }: AxisOfDraft): readonly SweepFile[] {
  const axis = sweepFormOf(draftId).axes.find(({ id }) => id === axisId);
  return axis?.kind === 'input' ? axis.files : [];
}

function changeFiles({ draftId, axisId }: AxisOfDraft, change: (files: readonly SweepFile[]) => readonly SweepFile[]) {
  changeInputAxis(draftId, axisId, (axis) => ({ ...axis, files: change(axis.files) }));
}
