import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState, type ChangeEvent, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react';
import type { NamedTextKind } from '@/domains/curated/named-texts';
import { wildcardListsQuery } from '@/domains/wildcards/wildcard-lists';
import { t } from '@/lib/i18n/messages';
import { announce } from '@/shared/feedback/announce';
import { lazyPart } from '@/ui/lazy-part';
import { lazyDialog } from '@/ui/overlay/lazy-dialog';
import type { PromptPlacement } from '../prompt-history/prompt-history-dialog';
import { replaceText } from './replace-text';
import { SnippetButton } from './snippet-button';
import { snippetsQuery } from './snippet-records';
import { snippetRows, type OpenMenu, type SavedPart, type SnippetRow } from './snippet-rows';
import { findTrigger, isTriggerEnd } from './snippet-trigger';

const SnippetMenu = lazyPart(async () => (await import('./snippet-menu')).SnippetMenu);
const PromptHistoryDialog = lazyDialog(
  async () => (await import('../prompt-history/prompt-history-dialog')).PromptHistoryDialog,
);
const SnippetsDialog = lazyDialog(async () => (await import('./snippets-dialog')).SnippetsDialog);

interface MenuPlace {
  box: HTMLTextAreaElement;
  /** Position in the text: the caret, or the trigger. */
  at: number;
}

interface SnippetOptions {
  /** Name of the field. */
  label: string;
  /** Called before and after an insertion, which is undone separately. */
  onInsert?: (() => void) | undefined;
}

/** Snippets and wildcard lists of a text box: a menu that a button or what is typed opens, while the box keeps the focus. */
export function useSnippets({ label, onInsert }: SnippetOptions) {
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const [menu, setMenu] = useState<(OpenMenu & MenuPlace) | null>(null);
  const [active, setActive] = useState(0);
  const [dialog, setDialog] = useState<{ kind: NamedTextKind; text: string | null } | null>(null);
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  /** Done once the dialog has closed: until then it keeps the focus. */
  const chosenPrompt = useRef<(() => void) | null>(null);
  const [isFocused, setFocused] = useState(false);
  const { data: snippets = [] } = useQuery(snippetsQuery());
  const { data: lists = [] } = useQuery(wildcardListsQuery());
  const texts = { snippet: snippets, wildcard: lists };
  const rows = menu ? snippetRows(menu, snippets, lists) : [];
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
      announce(isWhole ? t('Replaced the text with the prompt') : t('Inserted the prompt'));
    };
  };
  const choose = (row: SnippetRow | undefined) => {
    const element = box.current;
    close();
    if (!row || !element) return;
    if (row.kind === 'snippet' || row.kind === 'wildcard') {
      const { selectionStart, selectionEnd } = element;
      const start = menu?.kind === 'typed' ? menu.at : selectionStart;
      const replacement = row.kind === 'snippet' ? row.snippet.text : `__${row.list.name}__`;
      insert(element, { start, end: selectionEnd, replacement });
      announce(t('Inserted {name}', { name: row.kind === 'snippet' ? row.snippet.name : row.list.name }));
    } else if (row.kind === 'history') setHistoryOpen(true);
    else if (row.kind === 'save') {
      setDialog({ kind: 'snippet', text: row.isSelection ? selectedText(element) : element.value });
    } else setDialog({ kind: row.kind === 'lists' ? 'wildcard' : 'snippet', text: null });
  };

  /** The trigger before the caret, as long as the menu follows it. */
  const follow = (element: HTMLTextAreaElement, typed: string | null) => {
    const { value, selectionStart, selectionEnd } = element;
    const trigger = selectionStart === selectionEnd ? findTrigger(value, selectionStart) : null;
    const isSame = menu?.kind === 'typed' && trigger?.of === menu.of && trigger.start === menu.at;
    if (trigger && (isSame || (isTriggerEnd(typed, trigger) && texts[trigger.of].length > 0))) {
      if (!isSame || trigger.query !== menu.query) {
        open({ kind: 'typed', of: trigger.of, query: trigger.query, box: element, at: trigger.start });
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
          hasTexts={snippets.length + lists.length > 0}
          onActive={setActive}
          onChoose={choose}
          onClose={close}
        />
      ) : null}
      {isHistoryOpen ? (
        <PromptHistoryDialog
          field={/\bnegative/i.test(label) ? 'negative' : 'prompt'}
          onUse={choosePrompt}
          onClose={() => setHistoryOpen(false)}
          onClosed={() => {
            chosenPrompt.current?.();
            chosenPrompt.current = null;
          }}
        />
      ) : null}
      {dialog ? (
        <SnippetsDialog
          kind={dialog.kind}
          saved={dialog.text === null ? null : { name: '', text: dialog.text }}
          onClose={() => {
            setDialog(null);
            // It may have been several dialogs, of which the last was opened from another one.
            requestAnimationFrame(() => box.current?.focus());
          }}
        />
      ) : null}
    </>
  );
  return {
    box,
    button,
    layers,
    props: {
      'aria-autocomplete': snippets.length + lists.length > 0 ? ('list' as const) : undefined,
      'aria-controls': isOpen ? id : undefined,
      'aria-activedescendant': isOpen && rows.length > 0 ? `${id}-${active}` : undefined,
      onFocus: () => setFocused(true),
      onBlur: (_event: FocusEvent) => {
        setFocused(false);
        close();
      },
      onSelect: () => {
        if (menu?.kind === 'typed' && box.current) follow(box.current, null);
      },
    },
    onChange({ target, nativeEvent }: ChangeEvent<HTMLTextAreaElement>) {
      if (menu?.kind === 'all') close();
      else follow(target, nativeEvent instanceof InputEvent ? nativeEvent.data : null);
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
