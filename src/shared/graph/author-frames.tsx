import { ViewportPortal } from '@xyflow/react';
import type { AuthorBox, AuthorNote } from '@/domains/drafts/author-layout';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';
import { NoteText } from '../note-text';
import { useIsZoomedOut } from './graph-view-state';
import type { AuthorFrames } from './layout/author-plan';

/** Groups and notes of the author, below links and nodes. */
export function AuthorFramesLayer({ frames: { groups, notes } }: { frames: AuthorFrames }) {
  const isFar = useIsZoomedOut();
  return (
    <ViewportPortal>
      <div className="graph-frames">
        {groups.map((group) => (
          <div
            key={keyOf(group)}
            className="absolute overflow-hidden rounded-lg border border-line"
            style={placeOf(group)}
          >
            <div className="absolute inset-0 bg-control opacity-15" style={backgroundOf(group)} />
            <div className="absolute inset-x-0 top-0 h-1 bg-control" style={backgroundOf(group)} />
            <p className={classNames('relative truncate px-2.5 pt-2 font-semibold text-text', isFar && 'text-xl')}>
              {group.title}
            </p>
          </div>
        ))}
        {notes.map((note) => (
          <div
            key={keyOf(note)}
            className="absolute flex flex-col overflow-hidden rounded-lg border border-dashed border-control bg-panel px-2.5 pt-2"
            style={placeOf(note)}
          >
            {isFar ? null : (
              <>
                <p className="truncate font-semibold">{note.title}</p>
                <NoteText text={note.text} />
              </>
            )}
          </div>
        ))}
      </div>
    </ViewportPortal>
  );
}

/** In full: in the graph, a note is as large as its author made it. */
export function AuthorNotes({ notes }: { notes: readonly AuthorNote[] }) {
  return (
    <section
      aria-label={t('Notes of the author')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
      tabIndex={0}
      className="absolute top-3 right-3 z-20 flex max-h-[calc(100%-4.5rem)] w-80 max-w-[calc(100%-1.5rem)] flex-col gap-4 overflow-y-auto rounded-md border border-line bg-panel p-3.5"
    >
      {notes.map((note) => (
        <article key={keyOf(note)}>
          <h3 className="font-semibold">{note.title}</h3>
          <NoteText text={note.text} />
        </article>
      ))}
    </section>
  );
}

function keyOf({ x, y, title }: AuthorBox & { title: string }): string {
  return `${x} ${y} ${title}`;
}

function placeOf({ x, y, width, height }: AuthorBox) {
  return { left: x, top: y, width, height };
}

function backgroundOf({ color }: AuthorBox) {
  return color === null ? {} : { backgroundColor: color };
}
