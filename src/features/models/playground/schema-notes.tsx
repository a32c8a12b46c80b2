import { useQuery } from '@tanstack/react-query';
import { callDocumentWorker } from '@/features/models/schema/document-client';
import type { SchemaResult } from '@/features/models/schema/schema-query';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import type { FormNote } from '../schema/form-notes';
import { pathText } from '../schema/field';

/** More would push the form out of view. */
const MAX_OPEN = 6;

interface SchemaNotesProps {
  surface: Surface;
  modelId: string;
  schema: SchemaResult;
}

/** Lists what only the provider checks, and what the form does not show. All of it is sent nevertheless. */
export function SchemaNotes({ surface, modelId, schema }: SchemaNotesProps) {
  const { data: notes, isError } = useQuery({
    queryKey: [surface.id, 'device.schema-notes', modelId, schema.etag],
    queryFn: () => callDocumentWorker('notes', schema.text),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  if (isError)
    return <p className="mt-3 shrink-0 text-sm text-muted">{t('This schema takes too long to look through.')}</p>;
  if (!notes) return null;
  const unchecked = notes.filter(({ kind }) => kind === 'unchecked');
  const undrawn = notes.filter(({ kind }) => kind === 'undrawn');
  return (
    <div className="mt-3 flex shrink-0 flex-col gap-1.5 text-sm">
      <Notes
        notes={unchecked}
        title={t('{count, plural, one {# rule} other {# rules}} checked by the provider only', {
          count: unchecked.length,
        })}
        none={t('All rules of the schema are checked here, too.')}
        isInitiallyOpen={unchecked.length <= MAX_OPEN}
      />
      <Notes
        notes={undrawn}
        title={t('{count, plural, one {# note} other {# notes}} on what the form does not show', {
          count: undrawn.length,
        })}
        none={t('The form shows everything that the schema says.')}
      />
    </div>
  );
}

interface NotesProps {
  notes: readonly FormNote[];
  title: string;
  /** Text to show if there are none. */
  none: string;
  isInitiallyOpen?: boolean;
}

function Notes({ notes, title, none, isInitiallyOpen = false }: NotesProps) {
  if (notes.length === 0) return <p className="text-muted">{none}</p>;
  return (
    <details open={isInitiallyOpen}>
      <summary className="cursor-pointer rounded text-muted hover:text-text">{title}</summary>
      <ul className="mt-2 flex max-h-60 flex-col gap-1 overflow-y-auto">
        {notes.map(({ path, text }) => (
          <li key={`${pathText(path)} ${text}`} className="flex flex-wrap gap-x-3">
            <code className="font-mono text-faint">{pathText(path) || t('the whole body')}</code>
            <span className="min-w-0 wrap-anywhere">{text}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
