import type { Fields } from '../curated/sync-records';
import { isReadable } from '../record-schemas';
import type { SavedTemplate } from './saved-template';

/**
 * Returns the template as a curated record (decision 120). Pinned inputs and workflow are one field: those of two browsers may not fit
 * together.
 */
export function fieldsOfTemplate({ id: _id, createdAt, updatedAt, template, ...rest }: SavedTemplate): Fields {
  const { title, ...form } = template;
  return { title, form: JSON.stringify({ ...rest, template: form }), createdAt, updatedAt };
}

/** Returns `null` if the record is incomplete, such as one of a newer Flowdeck. */
export function templateOfFields(id: string, fields: Fields): SavedTemplate | null {
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
