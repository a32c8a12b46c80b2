import { ChevronDown, ChevronUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatInteger } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { TextInput } from '@/ui/input/text-input';
import { MAX_MATCHES } from './json-outline';

/** Debounce: searching a document of 60 MB takes too long for every keystroke. */
const PAUSE_MS = 150;

interface JsonSearchProps {
  /** @returns the number of matches */
  search: (query: string) => Promise<number>;
  onShow: (match: number) => void;
}

/** Searches names and values, and steps through the matches. */
export function JsonSearch({ search, onShow }: JsonSearchProps) {
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<{ query: string; count: number; at: number } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef('');

  const look = async (wanted: string) => {
    const count = await search(wanted).catch(() => 0);
    if (latest.current !== wanted) return;
    setFound({ query: wanted, count, at: 0 });
    if (count > 0) onShow(0);
  };
  const step = (by: 1 | -1) => {
    if (!found || found.count === 0) return;
    const at = (found.at + by + found.count) % found.count;
    setFound({ ...found, at });
    onShow(at);
  };
  const isFound = found !== null && found.query === query && query !== '';
  const off = isFound && found.count > 0 ? null : t('No matches.');
  return (
    <div className="flex min-w-0 items-center gap-0.5">
      <TextInput
        type="search"
        aria-label={t('Search names and values')}
        placeholder={t('Search names and values')}
        className="h-7 w-52"
        value={query}
        onChange={({ currentTarget: { value } }) => {
          setQuery(value);
          latest.current = value;
          clearTimeout(timer.current);
          timer.current = setTimeout(() => void look(value), PAUSE_MS);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
        }}
      />
      <span role="status" className="shrink-0 px-1 text-sm whitespace-nowrap text-muted">
        {isFound ? foundWords(found) : ''}
      </span>
      {query === '' ? null : (
        <>
          <Button
            tone="ghost"
            size="icon-sm"
            aria-label={t('Previous match')}
            title={t('Previous match (Shift Enter)')}
            disabledReason={off}
            onClick={() => step(-1)}
          >
            <ChevronUp aria-hidden />
          </Button>
          <Button
            tone="ghost"
            size="icon-sm"
            aria-label={t('Next match')}
            title={t('Next match (Enter)')}
            disabledReason={off}
            onClick={() => step(1)}
          >
            <ChevronDown aria-hidden />
          </Button>
        </>
      )}
    </div>
  );
}

function foundWords({ count, at }: { count: number; at: number }): string {
  if (count === 0) return t('not found');
  const values = { position: formatInteger(at + 1), count: formatInteger(count) };
  return count === MAX_MATCHES ? t('{position} of {count} or more', values) : t('{position} of {count}', values);
}
