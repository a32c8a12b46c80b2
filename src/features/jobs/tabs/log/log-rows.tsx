import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';
import { type Match, type ReadLine, segmentsOf } from './log-lines';
import type { TextStyle } from './ansi';

const LINE_PX = 18;
const OVERSCAN = 20;
const END_PX = 8;
const NO_MATCHES: readonly Match[] = [];

interface LogRowsProps {
  lines: readonly ReadLine[];
  /** Indexes of the lines to show. */
  shown: readonly number[];
  matches: readonly Match[];
  currentMatch: Match | null;
  isWrapped: boolean;
  isFollowing: boolean;
  onFollow: (isFollowing: boolean) => void;
}

/** Renders only the visible lines. */
export function LogRows({ lines, shown, matches, currentMatch, isWrapped, isFollowing, onFollow }: LogRowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const lastTop = useRef(0);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized: it draws on every scroll.
  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_PX,
    overscan: OVERSCAN,
  });
  const matchesOfRow = useMemo(() => byRow(matches), [matches]);

  // The scroll position is DOM state: these effects update it when the shown lines change.
  useEffect(() => virtualizer.measure(), [virtualizer, isWrapped, shown]);
  useEffect(() => {
    if (isFollowing) virtualizer.scrollToIndex(shown.length - 1, { align: 'end' });
  }, [virtualizer, isFollowing, shown]);
  useEffect(() => {
    if (currentMatch) virtualizer.scrollToIndex(currentMatch.row, { align: 'center' });
  }, [virtualizer, currentMatch]);

  return (
    <div
      ref={scroller}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      role="region"
      aria-label={t('Log')}
      className="log min-h-0 flex-1 overflow-auto font-mono text-sm leading-[18px] text-muted focus-visible:outline-offset-[-2px] max-md:h-[60dvh] max-md:flex-none"
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        // Scrolling up pauses following; reaching the end resumes it.
        const isUp = scrollTop < lastTop.current;
        lastTop.current = scrollTop;
        if (scrollHeight - scrollTop - clientHeight < END_PX) onFollow(true);
        else if (isUp) onFollow(false);
      }}
    >
      <div className="relative mb-5 w-full" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const index = shown[item.index] ?? 0;
          const line = lines[index];
          return line ? (
            <div
              key={item.key}
              ref={virtualizer.measureElement}
              data-index={item.index}
              className={classNames(
                'absolute top-0 left-0',
                isWrapped ? 'w-full break-words whitespace-pre-wrap' : 'w-max min-w-full whitespace-pre',
              )}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <LogRow
                line={line}
                number={index + 1}
                matches={matchesOfRow.get(item.index) ?? NO_MATCHES}
                currentMatch={currentMatch}
              />
            </div>
          ) : null;
        })}
      </div>
    </div>
  );
}

function byRow(matches: readonly Match[]): ReadonlyMap<number, Match[]> {
  const rows = new Map<number, Match[]>();
  for (const match of matches) {
    const known = rows.get(match.row);
    if (known) known.push(match);
    else rows.set(match.row, [match]);
  }
  return rows;
}

interface LogRowProps {
  line: ReadLine;
  number: number;
  matches: readonly Match[];
  currentMatch: Match | null;
}

const levelMark = { error: 'border-bad', warning: 'border-warn' };

/** One line: its number and its colored text. Plain text only. */
function LogRow({ line, number, matches, currentMatch }: LogRowProps) {
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
