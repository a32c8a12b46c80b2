import { ChevronRight } from 'lucide-react';
import type { CSSProperties } from 'react';
import { classNames } from '@/lib/class-names';
import { formatBytes, formatInteger } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { MAX_OPEN_LINES, type OutlineRow } from './json-outline';

export const ROW_PX = 22;
const INDENT_PX = 14;
/** Maximum indentation: deeper lines would leave the view. */
const MAX_INDENTS = 24;

interface JsonRowProps {
  id: string;
  row: OutlineRow;
  isSelected: boolean;
  /** Its place in the tree. */
  style: CSSProperties;
  onSelect: () => void;
}

export function JsonRow({ id, row, isSelected, style, onSelect }: JsonRowProps) {
  const hasParts = (row.kind === 'object' || row.kind === 'array') && row.size > 0;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree has the keys
    <div
      id={id}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-selected={isSelected}
      aria-expanded={hasParts ? row.isOpen : undefined}
      // The tree has the focus and references the active line.
      tabIndex={-1}
      className={classNames(
        'absolute inset-x-0 top-0 flex cursor-default items-center gap-1 pr-3 whitespace-nowrap',
        isSelected ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
      style={{
        ...style,
        paddingLeft: 8 + Math.min(row.depth, MAX_INDENTS) * INDENT_PX,
      }}
      onClick={onSelect}
    >
      {hasParts ? (
        <ChevronRight aria-hidden className={classNames('size-3.5 shrink-0 text-faint', row.isOpen && 'rotate-90')} />
      ) : (
        <span className="size-3.5 shrink-0" />
      )}
      {row.name === null ? null : <span className="shrink-0 text-muted">{row.name}:</span>}
      <Value row={row} />
    </div>
  );
}

function Value({ row: { kind, text, size, isOpen } }: { row: OutlineRow }) {
  switch (kind) {
    case 'string':
      return (
        <>
          <span className="min-w-0 truncate text-text">{JSON.stringify(text)}</span>
          {size > text.length ? (
            <span className="shrink-0 text-faint">{t('{size} of text', { size: formatBytes(size) })}</span>
          ) : null}
        </>
      );
    case 'number':
      return <span className="truncate text-accent">{text}</span>;
    case 'boolean':
    case 'null':
      return <span className="text-warn">{text}</span>;
    case 'array':
    case 'object': {
      const text =
        kind === 'array'
          ? t('{count, plural, one {# item} other {# items}}', { count: size })
          : t('{count, plural, one {# key} other {# keys}}', { count: size });
      const counted = kind === 'array' ? `[${text}]` : `{${text}}`;
      return (
        <span className="truncate text-faint">
          {isOpen && size > MAX_OPEN_LINES
            ? t('{all}, the first {count} are shown', { all: counted, count: formatInteger(MAX_OPEN_LINES) })
            : counted}
        </span>
      );
    }
  }
}
