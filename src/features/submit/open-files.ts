import type { Draft, DraftOrigin } from '@/api/storage/draft';
import { writeDraft } from '@/api/storage/drafts';
import { makeDraft } from '@/api/storage/make-draft';
import type { Surface } from '@/api/surface';
import { openImportDialog, useImportRequest } from '@/shared/import-request';
import type { FileParseResult } from '@/workers/workflow-file-messages';
import type { DropLibrary, DropSlot, DropTarget } from '@/shared/drop-target';
import type { ImportProblem } from './import-report';
import { openImageChoice } from './image-choice';
import { withUploadedFiles } from './find-uploaded-files';
import { openSeveralFilesDialog } from './several-files';
import { readDroppedFile, readPastedWorkflow } from './read-dropped-file';

export interface OpenContext {
  surface: Surface;
  /** The open editor's inputs; null elsewhere. */
  target: DropTarget | null;
  /** The page in view stores files; `null` if it does not. */
  library: DropLibrary | null;
  /** Alt was held: open what is inside, whatever could take the file itself. */
  isAlt: boolean;
}

export interface OpenResult {
  drafts: Draft[];
  problems: ImportProblem[];
  /** Notes on what was changed to read a workflow. */
  notes: string[];
  /** Files that belong on the inputs of the first draft. */
  attached: File[];
}

/** Does with dropped, chosen or pasted files what was announced. Runs nothing. */
export async function openFiles(files: readonly File[], context: OpenContext): Promise<OpenResult> {
  const result: OpenResult = { drafts: [], problems: [], notes: [], attached: [] };
  const { target, isAlt, library } = context;
  const stored = library && !isAlt ? files.filter((file) => !isJson(file)) : [];
  if (library && stored.length > 0) {
    library.take(stored);
    const rest = files.filter((file) => !stored.includes(file));
    return rest.length > 0 ? openFiles(rest, context) : result;
  }
  if (!isAlt && files.some(isJson) && files.some(isMedia)) return openTogether(files, context, result);
  const media = target && !isAlt ? files.filter((file) => slotFor(file, target) !== null) : [];
  if (target && media.length > 1 && media.length === files.length) return attachAll(media, target, result);
  for (const file of files) {
    const slot = target && !isAlt ? slotFor(file, target) : null;
    await openOne(file, slot, context, result);
  }
  return result;
}

export async function openText(text: string, context: OpenContext): Promise<OpenResult> {
  const result: OpenResult = { drafts: [], problems: [], notes: [], attached: [] };
  const reading = await readPastedWorkflow(text);
  if (reading.kind === 'export') takeExport(new File([text], 'Pasted jobs'), result);
  else await take(reading, 'Pasted workflow', 'pasted', context, result);
  return result;
}

/** Workflows and media of one drop belong together: the media are inputs, whatever is embedded in them. */
async function openTogether(files: readonly File[], context: OpenContext, result: OpenResult): Promise<OpenResult> {
  const media = files.filter((file) => !isJson(file) && isMedia(file));
  for (const file of files) if (!media.includes(file)) await openOne(file, null, context, result);
  if (result.drafts.length > 0) {
    result.attached.push(...media);
    return result;
  }
  // None of the workflows can be opened: the media go where they would go alone.
  const rest = await openFiles(media, context);
  return { ...rest, problems: [...result.problems, ...rest.problems], notes: [...result.notes, ...rest.notes] };
}

function isJson(file: File): boolean {
  return file.type === 'application/json' || /\.json$/i.test(file.name);
}

function isMedia(file: File): boolean {
  return /^(?:image|audio|video)\//.test(file.type);
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
    const choice = reading.kind === 'workflow' ? await openImageChoice(file.name, slot.label) : 'input';
    if (choice === 'input') context.target?.attach(slot.key, file);
    if (choice !== 'workflow') return;
  }
  await take(reading, file.name, isPicture ? 'picture' : 'file', context, result, file);
}

/** One at a time: each is asked about. */
function takeExport(file: File, result: OpenResult): void {
  if (useImportRequest.getState().file === null) openImportDialog(file);
  else {
    result.problems.push({
      name: file.name,
      title: 'Import one export at a time',
      explanation: 'Drop it again after the first import finishes.',
    });
  }
}

async function take(
  reading: Exclude<FileParseResult, { kind: 'export' }>,
  name: string,
  origin: DraftOrigin,
  context: OpenContext,
  result: OpenResult,
  file?: File,
): Promise<void> {
  if (reading.kind === 'workflow') {
    const text = await withUploadedFiles(context.surface, reading.text);
    const draft = makeDraft(context.surface.id, { text, title: name, origin }, Date.now());
    await writeDraft(draft);
    result.drafts.push(draft);
    if (reading.note) result.notes.push(reading.note);
  } else if (reading.kind === 'picture') {
    const title = reading.title ?? 'No workflow in this image';
    result.problems.push({ name, title, explanation: reading.reason, file });
  } else {
    result.problems.push({ name, title: reading.title, explanation: reading.explanation, file });
  }
}

/** Images fill the inputs in order, from the preferred one on. With more of them, each can have a run of its own. */
async function attachAll(files: readonly File[], target: DropTarget, result: OpenResult): Promise<OpenResult> {
  const start = Math.max(
    0,
    target.slots.findIndex((slot) => slot.key === target.preferred?.key),
  );
  const slots = [...target.slots.slice(start), ...target.slots.slice(0, start)];
  const [first] = slots;
  if (first && target.attachList && files.length > slots.length) {
    const choice = await openSeveralFilesDialog(files.length, slots.length, first.label);
    if (choice === 'each') target.attachList(first.key, files);
    if (choice !== 'fill') return result;
  }
  for (const [index, slot] of slots.entries()) {
    const file = files[index];
    if (file) target.attach(slot.key, file);
  }
  if (!target.attachList && files.length > slots.length) {
    const explanation = `${files.length - slots.length} not used: this page takes ${slots.length}.`;
    result.problems.push({ name: `${files.length} files`, title: 'Too many files', explanation });
  }
  return result;
}

function slotFor(file: File, target: DropTarget): DropSlot | null {
  const kind = file.type.split('/')[0];
  const takes = ({ media }: DropSlot) => media === kind || (media === 'file' && !isJson(file));
  if (target.preferred && takes(target.preferred)) return target.preferred;
  return target.slots.find(takes) ?? null;
}
