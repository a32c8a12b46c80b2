import { queryOptions } from '@tanstack/react-query';
import { readWorkflow, type Graph } from '@contract/workflow/graph';
import { listCurated, readCurated, writeCurated } from '../curated/curated-records';
import { openDatabase, STRICT } from '../database';
import { readableOf, isReadable } from '../record-schemas';
import type { SavedTemplate } from './saved-template';
import { structureFingerprint } from './structure-fingerprint';
import type { TemplateDocument } from './template-document';
import type { Fields } from '../curated/sync-records';

/** Last changed first. Templates are listed on every server: a workflow belongs to none. @throws StorageUnavailableError */
async function listTemplates(): Promise<SavedTemplate[]> {
  await moveStoredTemplates();
  const all = (await listCurated('template')).flatMap(({ id, fields }) => templateOfFields(id, fields) ?? []);
  return all.toSorted((left, right) => right.updatedAt - left.updatedAt);
}

/**
 * Makes curated records of the templates that earlier versions stored. May be interrupted and repeated. Those that cannot be read stay
 * there. @throws StorageUnavailableError
 */
export async function moveStoredTemplates(): Promise<void> {
  const database = await openDatabase();
  const stored = readableOf('templates', await database.getAll('templates'));
  if (stored.length === 0) return;
  await writeCurated(
    'template',
    stored.map((saved) => ({ id: saved.id, fields: fieldsOfTemplate(saved) })),
  );
  const { store, done } = database.transaction('templates', 'readwrite', STRICT);
  for (const { id } of stored) void store.delete(id);
  await done;
}

/** Without storage there are none, and drafts report that nothing is stored. */
export function templatesQuery() {
  return queryOptions({
    queryKey: ['device.templates'],
    queryFn: () => listTemplates().catch(() => []),
    staleTime: 0,
    retry: false,
  });
}

/** Creates the record of a new template. @throws Error if the text is not a workflow */
export async function makeSavedTemplate(
  surfaceId: string,
  { template, workflowText, seedModes, fillIns }: TemplateDocument,
  now = Date.now(),
): Promise<SavedTemplate> {
  const workflow = readWorkflow(workflowText);
  if (!workflow.ok) throw new Error(workflow.problem.message);
  const structure = await structureFingerprint(workflow.graph);
  const id = crypto.randomUUID();
  return {
    id,
    surfaceId,
    template,
    workflowText,
    seedModes,
    ...(fillIns ? { fillIns } : {}),
    structure,
    createdAt: now,
    updatedAt: now,
  };
}

/** Adds the template, or replaces the one with its id. @throws StorageUnavailableError */
export function putTemplate(saved: SavedTemplate): Promise<void> {
  return writeCurated('template', [{ id: saved.id, fields: fieldsOfTemplate(saved) }]);
}

/** @throws StorageUnavailableError */
export function deleteTemplate(id: string): Promise<void> {
  return writeCurated('template', [{ id, fields: null }]);
}

/** Returns the template as stored, which another tab may have changed; `null` if it was deleted or cannot be read. */
export async function readTemplate(id: string): Promise<SavedTemplate | null> {
  try {
    const fields = await readCurated('template', id);
    return fields && templateOfFields(id, fields);
  } catch {
    return null;
  }
}

/** Returns the templates for workflows of the same nodes and connections, the last changed first. */
export async function matchingTemplates(graph: Graph): Promise<SavedTemplate[]> {
  try {
    const saved = await listTemplates();
    if (saved.length === 0) return [];
    const structure = await structureFingerprint(graph);
    return saved.filter((one) => one.structure === structure);
  } catch {
    return [];
  }
}

/**
 * Returns the template as a curated record (decision 120). Pinned inputs and workflow are one field: those of two browsers may not fit
 * together.
 */
function fieldsOfTemplate({ id: _id, createdAt, updatedAt, template, ...rest }: SavedTemplate): Fields {
  const { title, ...form } = template;
  return { title, form: JSON.stringify({ ...rest, template: form }), createdAt, updatedAt };
}

/** Returns `null` if the record is incomplete, such as one of a newer Flowdeck. */
function templateOfFields(id: string, fields: Fields): SavedTemplate | null {
  const { title, form, createdAt, updatedAt } = fields;
  if (typeof form !== 'string') return null;
  let record: unknown;
  try {
    const stored: unknown = JSON.parse(form);
    if (typeof stored !== 'object' || stored === null || !('template' in stored)) return null;
    const template = typeof stored.template === 'object' ? { ...stored.template, title } : null;
    record = { ...stored, id, createdAt, updatedAt, template };
  } catch {
    return null;
  }
  return isReadable('templates', record) ? record : null;
}
