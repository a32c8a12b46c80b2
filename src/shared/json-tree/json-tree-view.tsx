import { useEffect, useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useVirtualList } from '@/lib/hooks/use-virtual-list';
import { JsonRow, ROW_PX } from './json-row';
import { JsonSearch } from './json-search';
import type { JsonSession } from './json-session';
import { SelectedValue } from './selected-value';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { OutlineRow } from './json-outline';

const OVERSCAN = 12;
const PAGE_ROWS = 20;

interface JsonTreeViewProps {
  session: JsonSession;
  /** Accessible name of the document. */
  label: string;
  /** Controls next to the search. */
  tools?: ReactNode;
}

/** Collapsible, searchable tree of a document, with copy actions. Renders only the visible lines. */
export function JsonTreeView({ session, label, tools }: JsonTreeViewProps) {
  const id = useId();
  const outline = useOutline(session);
  const { rowCount, version } = outline;
  const [selected, setSelected] = useState(0);
  const { scroller, listStyle, rows, rowProps, scrollToRow } = useVirtualList({
    count: rowCount,
    heightOf: () => ROW_PX,
    overscan: OVERSCAN,
  });
  const rowAt = useOutlineRows(session, version, rows[0]?.index ?? 0, (rows.at(-1)?.index ?? 0) + 1);

  const row = rowAt(selected);
  const hasParts = (row?.kind === 'object' || row?.kind === 'array') && row.size > 0;
  const select = (index: number) => setSelected(Math.max(0, Math.min(rowCount - 1, index)));
  // The scroll position belongs to the DOM.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new version can move the selected line
  useEffect(() => scrollToRow(selected), [scrollToRow, selected, version]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const acts: Record<string, () => void> = {
      ArrowDown: () => select(selected + 1),
      ArrowUp: () => select(selected - 1),
      PageDown: () => select(selected + PAGE_ROWS),
      PageUp: () => select(selected - PAGE_ROWS),
      Home: () => select(0),
      End: () => select(rowCount - 1),
      ArrowRight: () => (hasParts && !row.isOpen ? outline.toggle(selected) : select(selected + (hasParts ? 1 : 0))),
      ArrowLeft: () => (hasParts && row.isOpen ? outline.toggle(selected) : select(row?.parent ?? selected)),
      Enter: () => (hasParts ? outline.toggle(selected) : undefined),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-10 shrink-0 flex-wrap items-center justify-between gap-1 px-3 py-1">
        <JsonSearch
          search={(query) => session.ask({ kind: 'search', query })}
          onShow={(match) => void outline.reveal(match).then(setSelected, () => {})}
        />
        {tools}
      </div>
      <div
        ref={scroller}
        role="tree"
        tabIndex={0}
        aria-label={label}
        aria-activedescendant={row ? `${id}-${selected}` : undefined}
        className="min-h-0 flex-1 overflow-auto font-mono text-sm focus-visible:outline-offset-[-2px] max-md:h-[60dvh] max-md:flex-none"
        onKeyDown={onKeyDown}
      >
        <div role="presentation" className="relative" style={listStyle}>
          {rows.map((place) => {
            const { index } = place;
            const shown = rowAt(index);
            return shown ? (
              <JsonRow
                key={index}
                id={`${id}-${index}`}
                row={shown}
                isSelected={index === selected}
                style={rowProps(place).style}
                onSelect={() => {
                  setSelected(index);
                  if (shown.kind === 'object' || shown.kind === 'array') outline.toggle(index);
                }}
              />
            ) : null;
          })}
        </div>
      </div>
      <SelectedValue
        session={session}
        version={version}
        index={selected}
        textSize={row?.kind === 'string' ? row.size : null}
      />
    </div>
  );
}

interface Outline {
  rowCount: number;
  /** Increases with every change of the lines. */
  version: number;
  toggle: (index: number) => void;
  /** Expands the ancestors of the match. @returns its line */
  reveal: (match: number) => Promise<number>;
}

/** Accesses the tree lines in the worker. */
function useOutline(session: JsonSession): Outline {
  const [view, setView] = useState({ rowCount: session.rowCount, version: 0 });
  const show = (rowCount: number) => setView(({ version }) => ({ rowCount, version: version + 1 }));
  return {
    ...view,
    toggle: (index) => void session.ask({ kind: 'toggle', index }).then(show, () => {}),
    reveal: async (match) => {
      const { index, rowCount } = await session.ask({ kind: 'reveal', match });
      show(rowCount);
      return index;
    },
  };
}

/** Returns the visible lines; the previous ones while loading. @param to exclusive end */
function useOutlineRows(
  session: JsonSession,
  version: number,
  from: number,
  to: number,
): (index: number) => OutlineRow | null {
  const { data } = useQuery({
    queryKey: ['json-tree', session.id, 'rows', version, from, to],
    queryFn: async () => ({ from, rows: await session.ask({ kind: 'rows', from, to }) }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  return (index) => data?.rows[index - data.from] ?? null;
}
