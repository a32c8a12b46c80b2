import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Copy, Link2 } from 'lucide-react';
import { formatBytes } from '@/lib/format';
import { Button } from '@/ui/button';
import { ScrollText } from '@/ui/scroll-text';
import { copyText } from '../copy-text';
import { pathText } from './json-path';
import type { JsonSession } from './json-session';

const MAX_SHOWN_CHARS = 20_000;
/** A shorter text stands whole in its line. */
const MIN_LONG_CHARS = 80;

interface SelectedValueProps {
  session: JsonSession;
  version: number;
  index: number;
  /** A text is shown in full below its line. */
  isText: boolean;
}

/** Where the chosen line stands, and what can be taken from it. */
export function SelectedValue({ session, version, index, isText }: SelectedValueProps) {
  const { data: line } = useQuery({
    queryKey: ['json-tree', session.id, 'line', version, index],
    queryFn: () => session.ask({ kind: 'line', index }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const path = line ? pathText(line.path) : '';
  const valueText = line?.valueText ?? '';
  const isLong = isText && valueText.length > MIN_LONG_CHARS;
  return (
    <div className="shrink-0 border-t border-line">
      {isLong ? (
        <ScrollText label="The chosen text" className="max-h-40 px-3 pt-2 text-text">
          {valueText.slice(0, MAX_SHOWN_CHARS)}
          {valueText.length > MAX_SHOWN_CHARS ? ` … ${formatBytes(valueText.length)} in all` : null}
        </ScrollText>
      ) : null}
      <div className="flex h-10 items-center gap-1 px-3">
        <span className="min-w-0 flex-1 truncate font-mono text-sm text-muted" title={path}>
          {path || 'the whole document'}
        </span>
        <Button
          tone="ghost"
          size="sm"
          disabledReason={path ? null : 'The whole document has no path.'}
          onClick={() => void copyText(path, 'Path')}
        >
          <Link2 aria-hidden />
          Copy path
        </Button>
        <Button tone="ghost" size="sm" onClick={() => void copyText(valueText, 'Value')}>
          <Copy aria-hidden />
          Copy value
        </Button>
      </div>
    </div>
  );
}
