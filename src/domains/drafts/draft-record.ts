import { t } from '@/lib/i18n/messages';
import type { Fields } from '../curated/sync-records';
import { isReadable } from '../record-schemas';
import type { Draft } from './draft';

/** Ends the name of a field that is JSON. */
const JSON_FIELD = ':json';

/** Returns the draft as a curated record (decision 123). Files that are not uploaded yet stay in this browser. */
export function fieldsOfDraft({ id: _id, isUntouched: _flag, media, ...draft }: Draft): Fields {
  const uploaded = Object.fromEntries(Object.entries(media).filter(([, { assetId }]) => assetId !== null));
  return Object.fromEntries(
    Object.entries({ ...draft, media: uploaded }).flatMap(([name, value]): [string, Fields[string]][] => {
      if (value === undefined) return [];
      return typeof value === 'object' ? [[name + JSON_FIELD, JSON.stringify(value)]] : [[name, value]];
    }),
  );
}

/** @param local the draft of this browser, whose pending files stay. Returns `null` for a record that no page could show */
export function draftOfFields(id: string, fields: Fields, local: Draft | null): Draft | null {
  try {
    const members = Object.fromEntries(
      Object.entries(fields).map(([name, value]): [string, unknown] =>
        name.endsWith(JSON_FIELD) ? [name.slice(0, -JSON_FIELD.length), JSON.parse(String(value))] : [name, value],
      ),
    );
    const draft: unknown = { seedModes: {}, media: {}, ...members, id };
    if (!isReadable('drafts', draft) || typeof draft.surfaceId !== 'string' || typeof draft.updatedAt !== 'number')
      return null;
    const pending = Object.entries(local?.media ?? {}).filter(([, { assetId }]) => assetId === null);
    return { ...draft, media: { ...draft.media, ...Object.fromEntries(pending) } };
  } catch {
    return null;
  }
}

/** Returns the draft as another one, next to a version of it that is kept, too. */
export function asOtherVersion(draft: Draft): Draft {
  return { ...draft, id: crypto.randomUUID(), title: t('{title} (other version)', { title: draft.title }) };
}
