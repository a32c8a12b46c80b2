import { Search } from 'lucide-react';
import { useEffect, useRef, useState, type ComponentType } from 'react';
import { ShortcutKbd } from '../commands/shortcut-kbd';
import { TextInput } from '@/ui/input/text-input';

/** Longer than the time between keystrokes, but not noticeable. */
const COMMIT_AFTER_MS = 180;
const MAX_LENGTH = 200;

interface Draft {
  text: string;
  /** URL values that precede this text; any other value was set elsewhere, and is shown. */
  from: readonly string[];
}

interface SearchFieldProps {
  label: string;
  placeholder: string;
  value: string;
  /** Called with the trimmed text shortly after the last keystroke. */
  onChange: (value: string) => void;
  /** Called on each keystroke, for lists that filter at once. */
  onType?: (text: string) => void;
  /** Shown below the field while it or they have the focus. `onPick` replaces the text. */
  Hints?: ComponentType<{ text: string; onPick: (text: string) => void }>;
}

/** Search field. The URL follows the typed text after a short delay. */
export function SearchField({ label, placeholder, value, onChange, onType, Hints }: SearchFieldProps) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const [isActive, setActive] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  // Once the URL equals the text, any further change was made elsewhere.
  if (draft !== null && draft.from.length > 0 && value === draft.text.trim()) setDraft({ text: draft.text, from: [] });
  const isOwn = draft !== null && [...draft.from, draft.text.trim()].includes(value);
  const commit = (text: string) => {
    clearTimeout(timer.current);
    if (text.trim() !== value) onChange(text.trim());
  };
  const type = (text: string) => {
    onType?.(text);
    const sent = isOwn ? draft.text.trim() : value;
    setDraft({ text, from: [value, sent] });
    clearTimeout(timer.current);
    timer.current = setTimeout(commit, COMMIT_AFTER_MS, text);
  };
  const shown = isOwn ? draft.text : value;
  const pick = (text: string) => {
    type(text);
    input.current?.focus();
  };
  return (
    <div
      role="presentation"
      className="relative min-w-0 flex-1 md:max-w-[340px]"
      onFocus={() => setActive(true)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setActive(false);
      }}
      onKeyDown={({ key }) => {
        if (key === 'Escape') setActive(false);
      }}
    >
      <Search aria-hidden className="pointer-events-none absolute top-2 left-2.5 size-4 text-faint" />
      <TextInput
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={MAX_LENGTH}
        spellCheck={false}
        className="peer pr-2 pl-8 text-ellipsis md:not-focus:placeholder-shown:pr-9"
        value={shown}
        onChange={(event) => {
          setActive(true);
          type(event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit(event.currentTarget.value);
          if (event.key === 'ArrowDown') event.currentTarget.parentElement?.querySelector('button')?.focus();
        }}
        onBlur={(event) => {
          commit(event.currentTarget.value);
          setDraft((known) => (known?.text.trim() === value ? null : known));
        }}
      />
      <ShortcutKbd
        id="search"
        className="pointer-events-none absolute top-2 right-2.5 hidden text-faint md:peer-[:not(:focus):placeholder-shown]:block"
      />
      {isActive && Hints ? <Hints text={shown} onPick={pick} /> : null}
    </div>
  );
}
