import { classNames } from '@/lib/class-names';
import { noteLines, type NoteLine, type NotePart } from './note-lines';

/** Text of a note in a file: no HTML, no links, nothing is loaded. */
export function NoteText({ text }: { text: string }) {
  return (
    <div className="text-sm wrap-anywhere whitespace-pre-wrap text-muted">
      {noteLines(text).map(({ kind, parts }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines never move
        <p key={index} className={classNames(parts.length === 0 ? 'h-2' : 'min-h-[1lh]', STYLES[kind])}>
          {kind === 'item' ? '• ' : null}
          {parts.map((part, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- parts never move
            <Part key={at} part={part} />
          ))}
        </p>
      ))}
    </div>
  );
}

const STYLES: Partial<Record<NoteLine['kind'], string>> = {
  heading: 'font-semibold text-text',
  item: 'pl-3 -indent-3',
  code: 'font-mono text-xs',
};

function Part({ part: { kind, text } }: { part: NotePart }) {
  if (kind === 'strong') return <strong className="font-semibold text-text">{text}</strong>;
  return kind === 'code' ? <code className="font-mono text-xs">{text}</code> : text;
}
