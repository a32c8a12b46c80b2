import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { gatewayStatusQuery, lastSeenComfyui } from '@/domains/gateway/gateway-status';
import { lastSeenClassesQuery } from '@/domains/last-seen-classes-query';
import { t } from '@/lib/i18n/messages';
import { Trans } from '@/lib/i18n/trans';
import { NoteText } from '@/shared/note-text';
import { Age } from '@/shared/relative-time';
import { useEditor, useSession } from '../draft/session/session-context';

interface FoldedNotesProps {
  title: string;
  /** Beside the title while it is folded. */
  summary?: string;
  children: ReactNode;
}

/** What is worth reading once, above the form. */
function FoldedNotes({ title, summary, children }: FoldedNotesProps) {
  return (
    <details className="group rounded-xl border border-line bg-panel text-sm">
      <summary className="flex min-h-9 cursor-pointer list-none items-center gap-2 px-3 text-muted [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 shrink-0 transition-transform group-open:rotate-90" />
        <span className="shrink-0">{title}</span>
        {summary === undefined ? null : <span className="truncate text-faint group-open:hidden">{summary}</span>}
      </summary>
      {children}
    </details>
  );
}

/** What the author of the workflow wrote on its canvas: how to use it, and what it needs. */
export function AuthorNotes() {
  const notes = useEditor(({ draft }) => draft.layout?.notes);
  if (!notes || notes.length === 0) return null;
  const titles = notes.map(({ title }) => title).join(', ');
  return (
    <FoldedNotes
      title={t('{count, plural, one {# note} other {# notes}} by the author', { count: notes.length })}
      summary={titles}
    >
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

/** How a draft differs from the file of ComfyUI's editor that it was converted from: the notice at its opening is gone soon. */
export function ConversionNotes() {
  const notes = useEditor((state) => state.draft.conversion?.notes);
  if (!notes) return null;
  if (notes.length === 0) {
    return (
      <p className="flex min-h-9 items-center px-3 text-sm text-muted">
        {t('Converted from a file in the UI format, without problems.')}
      </p>
    );
  }
  return (
    <FoldedNotes
      title={t('{count, plural, one {# note} other {# notes}} on the conversion from the UI format', {
        count: notes.length,
      })}
    >
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

/** Marks lists and ranges as a guess while no ComfyUI responds: it may have other files and classes by now. */
export function LastSeenNote() {
  const at = useLastSeenAt();
  if (at === null) return null;
  return (
    <p role="note" className="px-3 text-sm text-muted">
      <Trans
        text="Choices and ranges are from the last response of ComfyUI ({age})."
        values={{ age: <Age at={at} /> }}
      />
    </p>
  );
}

/** Returns when a ComfyUI that does not respond listed the classes that shape this form, as Unix milliseconds; `null` if none did. */
function useLastSeenAt(): number | null {
  const { surface } = useSession();
  const { data: at } = useQuery({ ...gatewayStatusQuery(surface), select: lastSeenComfyui });
  // Requested by `useGuessedClasses` if it is needed.
  const { data: stored } = useQuery({ ...lastSeenClassesQuery(surface), enabled: false });
  const isShaped = useEditor(({ definitions, form }) => definitions !== null && form.cards.length > 0);
  const isGuessed = useEditor(({ form }) =>
    form.cards.some(({ isGuess, classType }) => isGuess && stored && Object.hasOwn(stored.definitions, classType)),
  );
  if (isGuessed && stored) return stored.readAt;
  return isShaped && typeof at === 'number' ? at : null;
}
