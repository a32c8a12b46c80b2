import { useMemo } from 'react';
import { formatCount } from '@/lib/format';
import { formNotes } from '../schema/form-notes';
import { pathText } from '../schema/path';

/** What the form left out of the schema or did not understand. All of it is sent and judged all the same. */
export function SchemaNotes({ documentText }: { documentText: string }) {
  const notes = useMemo(() => formNotes(documentText), [documentText]);
  if (notes.length === 0) {
    return <p className="mt-3 shrink-0 text-sm text-muted">The form shows everything that the schema says.</p>;
  }
  return (
    <details className="mt-3 shrink-0 text-sm">
      <summary className="cursor-pointer rounded text-muted hover:text-text">
        {formatCount(notes.length, 'note')} on the schema: what the form does not show
      </summary>
      <ul className="mt-2 flex max-h-60 flex-col gap-1 overflow-y-auto">
        {notes.map(({ path, text }) => (
          <li key={`${pathText(path)} ${text}`} className="flex flex-wrap gap-x-3">
            <code className="font-mono text-faint">{pathText(path) || 'the whole body'}</code>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
