import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Copy, Link2 } from 'lucide-react';
import { formatBytes } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { ScrollText } from '@/ui/scrollable-text';
import { messageOf } from '@/lib/message-of';
import { copyText } from '../copy-text';
import { useAction } from '../feedback/use-action';
import { MAX_START_CHARS } from './json-outline';
import { pathText } from './json-path';
import type { JsonSession } from './json-session';

/** A shorter text fits its line completely. */
const MIN_LONG_CHARS = 80;

interface SelectedValueProps {
  session: JsonSession;
  version: number;
  index: number;
  /** Number of characters of a text, which is shown in full below its line; `null` for other values. */
  textSize: number | null;
}

/** Path of the selected line, and its copy actions. */
export function SelectedValue({ session, version, index, textSize }: SelectedValueProps) {
  const { data: line } = useQuery({
    queryKey: ['json-tree', session.id, 'line', version, index],
    queryFn: () => session.ask({ kind: 'line', index }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const copyValue = useAction({
    run: async () => copyText(await session.ask({ kind: 'value', index }), t('Value')),
    failed: (error) => ({
      tone: 'warn',
      isOfPage: true,
      title: t('The value could not be copied'),
      description: messageOf(error, t('It could not be read.')),
    }),
  });
  const path = line ? pathText(line.path) : '';
  const start = line?.start ?? '';
  return (
    <div className="shrink-0 border-t border-line">
      {textSize !== null && textSize > MIN_LONG_CHARS ? (
        <ScrollText label={t('The chosen text')} className="max-h-40 px-3 pt-2 text-text">
          {start}
          {textSize > MAX_START_CHARS ? ` … ${t('{size} in all', { size: formatBytes(textSize) })}` : null}
        </ScrollText>
      ) : null}
      <div className="flex h-10 items-center gap-1 px-3">
        <span className="min-w-0 flex-1 truncate font-mono text-sm text-muted" title={path}>
          {path || t('root')}
        </span>
        <Button
          tone="ghost"
          size="sm"
          disabledReason={path ? null : t('The root has no path.')}
          onClick={() => void copyText(path, t('Path'))}
        >
          <Link2 aria-hidden />
          {t('Copy path')}
        </Button>
        <Button tone="ghost" size="sm" onClick={() => void copyValue.run()}>
          <Copy aria-hidden />
          {t('Copy value')}
        </Button>
      </div>
    </div>
  );
}
