import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ShortcutKbd } from './shortcuts/shortcut-kbd';
import { TextInput } from '@/ui/text-input';

/** Long enough for the next key of a word, too short to be felt. */
const COMMIT_AFTER_MS = 180;
const MAX_LENGTH = 200;

interface Draft {
  text: string;
  /** Values of the address that this text goes on from: another one was set by somebody else, and is shown. */
  from: readonly string[];
}

interface SearchFieldProps {
  label: string;
  placeholder: string;
  value: string;
  /** A moment after the last key, without white space around it. */
  onChange: (value: string) => void;
  /** With each key, for lists that answer at once. */
  onType?: (text: string) => void;
}

/** The words to look for. The address follows what is typed, a moment later. */
export function SearchField({ label, placeholder, value, onChange, onType }: SearchFieldProps) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  // Once the address has caught up, whatever it says next was set by somebody else.
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
  return (
    <div className="relative min-w-0 flex-1 md:max-w-[340px]">
      <Search aria-hidden className="pointer-events-none absolute top-2 left-2.5 size-4 text-faint" />
      <TextInput
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={MAX_LENGTH}
        spellCheck={false}
        className="pr-2 pl-8 text-ellipsis md:not-focus:placeholder-shown:pr-9"
        value={isOwn ? draft.text : value}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit(event.currentTarget.value);
        }}
        onBlur={(event) => {
          commit(event.currentTarget.value);
          setDraft((known) => (known?.text.trim() === value ? null : known));
        }}
      />
      <ShortcutKbd
        id="search"
        className="pointer-events-none absolute top-2 right-2.5 hidden text-faint md:in-[:has(input:not(:focus):placeholder-shown)]:block"
      />
    </div>
  );
}
