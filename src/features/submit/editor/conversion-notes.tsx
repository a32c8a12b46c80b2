import { formatCount } from '@/lib/format';
import { useEditor } from '../draft/session-context';
import { FoldedNotes } from './folded-notes';

/** How a draft differs from the file of ComfyUI's editor that it was converted from: the notice at its opening is gone soon. */
export function ConversionNotes() {
  const notes = useEditor((state) => state.draft.conversion?.notes);
  if (!notes) return null;
  if (notes.length === 0) {
    return (
      <p className="flex min-h-9 items-center px-3 text-sm text-muted">
        Converted from a file in the UI format, without notes.
      </p>
    );
  }
  return (
    <FoldedNotes title={`${formatCount(notes.length, 'note')} on the conversion from the UI format`}>
      <ul className="flex list-disc flex-col gap-1 pr-3 pb-3 pl-9 text-muted">
        {notes.map((note) => (
          <li key={note} className="wrap-anywhere">
            {note}
          </li>
        ))}
      </ul>
    </FoldedNotes>
  );
}
