import type { ReactNode } from 'react';
import { classNames } from '@/lib/class-names';

interface CellNoteProps {
  icon: ReactNode;
  /** Explanation, cut off in the cell and complete in its tooltip. */
  text: string;
  tone?: 'muted' | 'bad' | 'warn';
}

const TONES = { muted: 'text-faint', bad: 'text-bad', warn: 'text-warn' };

/** What a cell shows instead of an output. In a small cell only the icon. */
export function CellNote({ icon, text, tone = 'muted' }: CellNoteProps) {
  return (
    <span
      title={text}
      className={classNames(
        'flex size-full flex-col items-center justify-center gap-1.5 p-2 text-center text-sm [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:stroke-[1.5]',
        TONES[tone],
      )}
    >
      {icon}
      <span className="line-clamp-3 hidden wrap-anywhere @min-[112px]:block">{text}</span>
    </span>
  );
}
