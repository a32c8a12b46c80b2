import { formatCount } from '@/lib/format';
import { NoteText } from '@/shared/note-text';
import { useEditor } from '../draft/session-context';
import { FoldedNotes } from './folded-notes';

/** What the author of the workflow wrote on its canvas: how to use it, and what it needs. */
export function AuthorNotes() {
  const notes = useEditor(({ draft }) => draft.layout?.notes);
  if (!notes || notes.length === 0) return null;
  const titles = notes.map(({ title }) => title).join(', ');
  return (
    <FoldedNotes title={`${formatCount(notes.length, 'note')} by the author`} summary={titles}>
      <div className="flex flex-col divide-y divide-line">
        {notes.map(({ x, y, title, text }) => (
          <article key={`${x} ${y} ${title}`} className="px-3 py-2.5 first:pt-0">
            <h3 className="mb-1 font-semibold wrap-anywhere">{title}</h3>
            <NoteText text={text} />
          </article>
        ))}
      </div>
    </FoldedNotes>
  );
}
