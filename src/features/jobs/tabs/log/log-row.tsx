import { classNames } from '@/lib/class-names';
import type { TextStyle } from './ansi';
import { segmentsOf, type Match, type ReadLine } from './log-lines';

interface LogRowProps {
  line: ReadLine;
  number: number;
  matches: readonly Match[];
  currentMatch: Match | null;
}

const levelMark = { error: 'border-bad', warning: 'border-warn' };

/** One line: its number and its colored text. Plain text only. */
export function LogRow({ line, number, matches, currentMatch }: LogRowProps) {
  return (
    <div className={classNames('flex border-l-2 pr-5', line.level ? levelMark[line.level] : 'border-transparent')}>
      <span aria-hidden className="w-12 shrink-0 pr-3 text-right text-faint select-none">
        {number}
      </span>
      <span className="min-w-0 flex-1">
        {segmentsOf(line, matches).map(({ at, text, style, match }) =>
          match ? (
            <mark
              key={at}
              className={classNames(
                'rounded-sm text-text outline-1',
                match === currentMatch ? 'bg-accent text-accent-text outline-accent' : 'bg-accent-soft outline-control',
              )}
            >
              {text}
            </mark>
          ) : (
            <span key={at} className={styleClass(style)}>
              {text}
            </span>
          ),
        )}
        {/* An empty line keeps its height. */}
        {line.text === '' ? '\u200b' : null}
      </span>
    </div>
  );
}

function styleClass({ color, isBold, isItalic, isUnderlined }: TextStyle): string | undefined {
  const name = classNames(
    color && `log-${color}`,
    isBold && 'font-semibold',
    isItalic && 'italic',
    isUnderlined && 'underline',
  );
  return name === '' ? undefined : name;
}
