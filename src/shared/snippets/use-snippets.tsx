import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState, type ChangeEvent, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react';
import { announce } from '@/shared/feedback/announce';
import { lazyPart } from '@/ui/lazy-part';
import { lazyDialog } from '@/ui/overlay/lazy-dialog';
import type { PromptPlacement } from '../prompt-history/prompt-history-dialog';
import { replaceText } from './replace-text';
import { SnippetButton } from './snippet-button';
import { snippetsQuery } from './snippet-records';
import { snippetRows, type OpenMenu, type SavedPart, type SnippetRow } from './snippet-rows';
import { findTrigger, TRIGGER } from './snippet-trigger';

const SnippetMenu = lazyPart(async () => (await import('./snippet-menu')).SnippetMenu);
const PromptHistoryDialog = lazyDialog(
  async () => (await import('../prompt-history/prompt-history-dialog')).PromptHistoryDialog,
);
const SnippetsDialog = lazyDialog(async () => (await import('./snippets-dialog')).SnippetsDialog);

interface MenuPlace {
  box: HTMLTextAreaElement;
  /** Position in the text: the caret, or the trigger character. */
  at: number;
}

interface SnippetOptions {
  /** Name of the field. */
  label: string;
  /** Called before and after an insertion, which is undone separately. */
  onInsert?: (() => void) | undefined;
}

/** Snippets of a text box: a menu that a button or the trigger character opens, while the box keeps the focus. */
export function useSnippets({ label, onInsert }: SnippetOptions) {
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const [menu, setMenu] = useState<(OpenMenu & MenuPlace) | null>(null);
  const [active, setActive] = useState(0);
  const [dialog, setDialog] = useState<{ savedText: string | null } | null>(null);
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  /** Done once the dialog has closed: until then it keeps the focus. */
  const chosenPrompt = useRef<(() => void) | null>(null);
  const [isFocused, setFocused] = useState(false);
  const { data: snippets = [] } = useQuery(snippetsQuery());
  const rows = menu ? snippetRows(menu, snippets) : [];
  const isOpen = menu !== null && (rows.length > 0 || menu.kind === 'all');

  const open = (next: OpenMenu & MenuPlace) => {
    setMenu(next);
    setActive(0);
  };
  const close = () => setMenu(null);
  const insert = (element: HTMLTextAreaElement, change: Parameters<typeof replaceText>[1]) => {
    onInsert?.();
    replaceText(element, change);
    onInsert?.();
  };
  const choosePrompt = (text: string, placement: PromptPlacement) => {
    setHistoryOpen(false);
    chosenPrompt.current = () => {
      const { current: element } = box;
      if (!element) return;
      element.focus();
      const isWhole = placement === 'replace';
      const start = isWhole ? 0 : element.selectionStart;
      const end = isWhole ? element.value.length : element.selectionEnd;
      insert(element, { start, end, replacement: text });
      announce(isWhole ? 'Replaced the text with the prompt' : 'Inserted the prompt');
    };
  };
  const choose = (row: SnippetRow | undefined) => {
    const element = box.current;
    close();
    if (!row || !element) return;
    if (row.kind === 'snippet') {
      const { selectionStart, selectionEnd } = element;
      const start = menu?.kind === 'typed' ? menu.at : selectionStart;
      insert(element, { start, end: selectionEnd, replacement: row.snippet.text });
      announce(`Inserted ${row.snippet.name}`);
    } else if (row.kind === 'history') setHistoryOpen(true);
    else {
      const text = savedPart(element) === 'selection' ? selectedText(element) : element.value;
      setDialog({ savedText: row.kind === 'manage' ? null : text });
    }
  };

  /** The trigger before the caret, as long as the menu follows it. */
  const follow = (element: HTMLTextAreaElement, isTyped: boolean) => {
    const { value, selectionStart, selectionEnd } = element;
    const trigger = selectionStart === selectionEnd ? findTrigger(value, selectionStart) : null;
    const isSame = menu?.kind === 'typed' && trigger?.start === menu.at;
    if (trigger && (isSame || isTyped)) {
      if (!isSame || trigger.query !== menu.query) {
        open({ kind: 'typed', query: trigger.query, box: element, at: trigger.start });
      }
    } else if (menu?.kind === 'typed') close();
  };

  const button = (
    <SnippetButton
      label={label}
      isOpen={isOpen}
      isReachable={isFocused}
      onPress={() => {
        const { current } = box;
        if (!current) return;
        current.focus();
        if (isOpen) close();
        else open({ kind: 'all', saved: savedPart(current), box: current, at: current.selectionStart });
      }}
    />
  );
  const layers: ReactNode = (
    <>
      {isOpen ? (
        <SnippetMenu
          id={id}
          box={menu.box}
          at={menu.at}
          rows={rows}
          active={active}
          hasSnippets={snippets.length > 0}
          onActive={setActive}
          onChoose={choose}
          onClose={close}
        />
      ) : null}
      {isHistoryOpen ? (
        <PromptHistoryDialog
          onUse={choosePrompt}
          onClose={() => setHistoryOpen(false)}
          onClosed={() => {
            chosenPrompt.current?.();
            chosenPrompt.current = null;
          }}
        />
      ) : null}
      {dialog ? <SnippetsDialog savedText={dialog.savedText} onClose={() => setDialog(null)} /> : null}
    </>
  );
  return {
    box,
    button,
    layers,
    props: {
      'aria-autocomplete': snippets.length > 0 ? ('list' as const) : undefined,
      'aria-controls': isOpen ? id : undefined,
      'aria-activedescendant': isOpen && rows.length > 0 ? `${id}-${active}` : undefined,
      onFocus: () => setFocused(true),
      onBlur: (_event: FocusEvent) => {
        setFocused(false);
        close();
      },
      onSelect: () => {
        if (menu?.kind === 'typed' && box.current) follow(box.current, false);
      },
    },
    onChange({ target, nativeEvent }: ChangeEvent<HTMLTextAreaElement>) {
      if (menu?.kind === 'all') close();
      else follow(target, nativeEvent instanceof InputEvent && nativeEvent.data === TRIGGER && snippets.length > 0);
    },
    /** Returns true if the menu has used the key. */
    takeKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
      if (!isOpen || ctrlKey || metaKey || altKey || shiftKey) return false;
      if (key === 'Escape') close();
      else if (rows.length === 0) return false;
      else if (key === 'Enter') choose(rows[active]);
      else if (key === 'ArrowDown') setActive((active + 1) % rows.length);
      else if (key === 'ArrowUp') setActive((active - 1 + rows.length) % rows.length);
      else return false;
      return true;
    },
  };
}

function selectedText({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): string {
  return value.slice(selectionStart, selectionEnd);
}

function savedPart(box: HTMLTextAreaElement): SavedPart {
  if (selectedText(box).trim() !== '') return 'selection';
  return box.value.trim() === '' ? null : 'text';
}
