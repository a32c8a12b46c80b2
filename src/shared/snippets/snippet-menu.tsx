import { Dices, History, ListPlus, Plus, Settings2 } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useEffect, useMemo } from 'react';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';
import { caretRect } from './caret-rect';
import type { SnippetRow } from './snippet-rows';
import { TEXT_KINDS } from './text-kinds';

interface SnippetMenuProps {
  id: string;
  box: HTMLTextAreaElement;
  /** Position in the text that the menu is next to. */
  at: number;
  rows: readonly SnippetRow[];
  active: number;
  hasTexts: boolean;
  onActive: (index: number) => void;
  onChoose: (row: SnippetRow) => void;
  onClose: () => void;
}

/** The list beside the caret. The text box has the focus and takes the keys. */
export function SnippetMenu({ id, box, at, rows, active, hasTexts, onActive, onChoose, onClose }: SnippetMenuProps) {
  const anchor = useMemo(() => ({ current: { getBoundingClientRect: () => caretRect(box, at) } }), [box, at]);
  // Scrolls the list, which the browser does not do without the focus.
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  return (
    <Popover.Root open onOpenChange={onClose}>
      <Popover.Anchor virtualRef={anchor} />
      <Popover.Portal container={box.closest<HTMLElement>('[role="dialog"], main')}>
        <Popover.Content
          role="presentation"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onFocusOutside={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          className="z-70 flex max-h-72 w-80 max-w-[calc(100vw-16px)] flex-col overflow-y-auto overscroll-contain rounded-lg border border-control bg-panel p-1 shadow-lg shadow-overlay"
        >
          {hasTexts ? null : (
            <p className="px-2 py-1.5 text-sm text-muted">
              {t('Save parts of prompts that you use often. Then type / at the start of a word to insert one.')}
            </p>
          )}
          <div role="listbox" id={id} aria-label={t('Snippets')}>
            {rows.map((row, index) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the text box has the focus and takes the keys
              <div
                key={keyOf(row)}
                role="option"
                id={`${id}-${index}`}
                aria-selected={index === active}
                onClick={() => onChoose(row)}
                onPointerMove={() => onActive(index)}
                className={classNames(
                  'flex min-h-8 cursor-default items-center gap-2 rounded px-2 py-1 select-none [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-faint',
                  index === active && 'bg-hover',
                  isText(rows[index - 1]) && !isText(row) && 'mt-1 shadow-[0_-1px_var(--color-line)]',
                )}
              >
                <RowContent row={row} />
              </div>
            ))}
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function keyOf(row: SnippetRow): string {
  return row.kind === 'snippet' ? row.snippet.id : row.kind === 'wildcard' ? row.list.id : row.kind;
}

function isText(row: SnippetRow | undefined): boolean {
  return row?.kind === 'snippet' || row?.kind === 'wildcard';
}

function RowContent({ row }: { row: SnippetRow }) {
  switch (row.kind) {
    case 'snippet':
      return (
        <span className="min-w-0 flex-1" title={row.snippet.text}>
          <span className="block truncate">{row.snippet.name}</span>
          <span className="block truncate text-sm text-faint">{row.snippet.text}</span>
        </span>
      );
    case 'wildcard':
      return (
        <>
          <Dices aria-hidden />
          <span className="min-w-0 flex-1">
            <span className="block truncate">{`__${row.list.name}__`}</span>
            <span className="block truncate text-sm text-faint">{TEXT_KINDS.wildcard.summary(row.list.text)}</span>
          </span>
        </>
      );
    case 'save':
      return (
        <>
          <Plus aria-hidden />
          {row.isSelection ? t('Save the selection as a snippet…') : t('Save this text as a snippet…')}
        </>
      );
    case 'history':
      return (
        <>
          <History aria-hidden />
          {t('Prompt history…')}
        </>
      );
    case 'manage':
      return (
        <>
          <Settings2 aria-hidden />
          {t('Edit snippets…')}
        </>
      );
    case 'lists':
      return (
        <>
          <ListPlus aria-hidden />
          {t('Wildcard lists…')}
        </>
      );
  }
}
