import type { Draft, DraftOrigin } from '@/api/storage/draft';
import { writeDraft } from '@/api/storage/drafts';
import { makeDraft } from '@/api/storage/make-draft';
import type { Surface } from '@/api/surface';
import { formatCount } from '@/lib/format';
import { askForImport, useImportRequest } from '@/shared/import-request';
import type { FileReading } from '@/workers/workflow-file-messages';
import type { DropSlot, DropTarget } from './drop-target-store';
import type { ImportProblem } from './import-report';
import { askPictureChoice } from './picture-choice';
import { readDroppedFile, readPastedWorkflow } from './read-dropped-file';

export interface OpenContext {
  surface: Surface;
  /** The open editor's inputs; null elsewhere. */
  target: DropTarget | null;
  /** Alt was held: open what is inside, whatever could take the file itself. */
  isAlt: boolean;
}

export interface OpenResult {
  drafts: Draft[];
  problems: ImportProblem[];
  /** Notes on what was changed to read a workflow. */
  notes: string[];
}

/** Does with dropped, chosen or pasted files what was announced. Runs nothing. */
export async function openFiles(files: readonly File[], context: OpenContext): Promise<OpenResult> {
  const result: OpenResult = { drafts: [], problems: [], notes: [] };
  const { target, isAlt } = context;
  const media = target && !isAlt ? files.filter((file) => slotFor(file, target) !== null) : [];
  if (target && media.length > 1 && media.length === files.length) return attachAll(media, target, result);
  for (const file of files) {
    const slot = target && !isAlt ? slotFor(file, target) : null;
    await openOne(file, slot, context, result);
  }
  return result;
}

export async function openText(text: string, context: OpenContext): Promise<OpenResult> {
  const result: OpenResult = { drafts: [], problems: [], notes: [] };
  const reading = await readPastedWorkflow(text);
  if (reading.kind === 'export') takeExport(new File([text], 'Pasted jobs'), result);
  else await take(reading, 'Pasted workflow', 'pasted', context, result);
  return result;
}

async function openOne(file: File, slot: DropSlot | null, context: OpenContext, result: OpenResult): Promise<void> {
  const isPicture = file.type.startsWith('image/');
  if (slot && !isPicture) {
    context.target?.attach(slot.key, file);
    return;
  }
  const reading = await readDroppedFile(file);
  if (reading.kind === 'export') {
    takeExport(file, result);
    return;
  }
  if (slot) {
    const choice = reading.kind === 'workflow' ? await askPictureChoice(file.name, slot.label) : 'input';
    if (choice === 'input') context.target?.attach(slot.key, file);
    if (choice !== 'workflow') return;
  }
  await take(reading, file.name, isPicture ? 'picture' : 'file', context, result);
}

/** One at a time: each is asked about. */
function takeExport(file: File, result: OpenResult): void {
  if (useImportRequest.getState().file === null) askForImport(file);
  else {
    result.problems.push({
      name: file.name,
      title: 'One export at a time',
      explanation: 'Drop it again when the other is imported.',
    });
  }
}

async function take(
  reading: Exclude<FileReading, { kind: 'export' }>,
  name: string,
  origin: DraftOrigin,
  context: OpenContext,
  result: OpenResult,
): Promise<void> {
  if (reading.kind === 'workflow') {
    const draft = makeDraft(context.surface.id, { text: reading.text, title: name, origin }, Date.now());
    await writeDraft(draft);
    result.drafts.push(draft);
    if (reading.note) result.notes.push(reading.note);
  } else if (reading.kind === 'picture') {
    const next = context.target ? '' : ' To use it as an input, open a workflow or a sample first, then drop it there.';
    result.problems.push({
      name,
      title: 'This picture carries no workflow',
      explanation: `${reading.reason}${next}`,
    });
  } else {
    result.problems.push({ name, title: reading.title, explanation: reading.explanation });
  }
}

/** Pictures fill the inputs in order, from the preferred one on. */
function attachAll(files: readonly File[], target: DropTarget, result: OpenResult): OpenResult {
  const start = Math.max(
    0,
    target.slots.findIndex((slot) => slot.key === target.preferred?.key),
  );
  const slots = [...target.slots.slice(start), ...target.slots.slice(0, start)];
  for (const [index, slot] of slots.entries()) {
    const file = files[index];
    if (file) target.attach(slot.key, file);
  }
  const left = files.length - slots.length;
  if (left > 0) {
    result.problems.push({
      name: `${files.length} files`,
      title: 'More files than inputs',
      explanation: `${formatCount(left, 'file')} had no input to go to.`,
    });
  }
  return result;
}

function slotFor(file: File, target: DropTarget): DropSlot | null {
  const kind = file.type.split('/')[0];
  if (kind === target.preferred?.media) return target.preferred;
  return target.slots.find((slot) => slot.media === kind) ?? null;
}
