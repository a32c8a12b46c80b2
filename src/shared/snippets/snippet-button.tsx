import { BookMarked } from 'lucide-react';
import { t } from '@/lib/i18n/messages';

interface SnippetButtonProps {
  label: string;
  isOpen: boolean;
  /** Only one field at a time adds a stop to the Tab order. */
  isReachable: boolean;
  onPress: () => void;
}

/** In the label row of a text: opens its snippets. */
export function SnippetButton({ label, isOpen, isReachable, onPress }: SnippetButtonProps) {
  return (
    <button
      type="button"
      tabIndex={isReachable ? 0 : -1}
      aria-label={t('Snippets for {label}', { label })}
      aria-haspopup="listbox"
      aria-expanded={isOpen}
      title={t('Snippets and wildcard lists (type / at the start of a word, or __)')}
      className="-my-1 flex size-6 shrink-0 items-center justify-center self-center rounded text-faint hover:bg-hover hover:text-text first:ml-auto"
      // The text keeps its selection, and closes the menu when it loses the focus.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      <BookMarked aria-hidden className="size-3.5" />
    </button>
  );
}
