import type { KeyboardEvent } from 'react';
import { SEARCH_FIELDS, type SearchField } from '@contract/console/search-terms';
import { msg, t, type Message } from '@/lib/i18n/messages';

export interface SearchHintsProps {
  text: string;
  onPick: (text: string) => void;
}

const HELP: Readonly<Record<SearchField, { example: string; finds: Message }>> = {
  prompt: { example: 'prompt:"red fox"', finds: msg('words of the prompt') },
  negative: { example: 'negative:blurry', finds: msg('words of the negative prompt') },
  model: { example: 'model:sdxl', finds: msg('model, LoRA or VAE') },
  seed: { example: 'seed:103822', finds: msg('a seed, or its first 6 digits') },
  size: { example: 'size:1024x768', finds: msg('a size, a width or a height') },
};

/** Terms that the search understands, while the field is empty or one of them is being typed. */
export function SearchHints({ text, onPick }: SearchHintsProps) {
  const start = /\S*$/.exec(text)?.[0] ?? '';
  const fields = SEARCH_FIELDS.filter((field) => `${field}:`.startsWith(start.toLowerCase()) && start !== `${field}:`);
  if (fields.length === 0) return null;
  return (
    <div
      role="group"
      aria-label={t('Search terms')}
      className="absolute top-full right-0 left-0 z-20 mt-1 rounded-lg border border-line bg-raised p-1 shadow-lg md:left-auto md:w-[340px]"
    >
      {fields.map((field) => (
        <button
          key={field}
          type="button"
          className="flex min-h-8 w-full items-baseline gap-3 rounded-md px-2.5 py-1 text-left hover:bg-hover focus-visible:bg-hover"
          onKeyDown={moveFocus}
          // Keeps the focus in the field, whose blur would close this.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(`${text.slice(0, text.length - start.length)}${field}:`)}
        >
          <span className="font-mono text-sm">{HELP[field].example}</span>
          <span className="ml-auto text-sm text-muted">{t(HELP[field].finds)}</span>
        </button>
      ))}
    </div>
  );
}

/** Shown while a search for inputs may miss jobs. */
export function InputsPending({ count }: { count: number }) {
  return (
    <p role="status" className="shrink-0 border-b border-line px-5 py-1.5 text-sm text-muted">
      {t(
        'The inputs of {count, plural, one {# older job} other {# older jobs}} are still being read. More matches may follow.',
        { count },
      )}
    </p>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const buttons = [...(event.currentTarget.parentElement?.children ?? [])].filter(
    (child) => child instanceof HTMLElement,
  );
  const at = buttons.indexOf(event.currentTarget);
  buttons[(at + step + buttons.length) % buttons.length]?.focus();
}
