import { Copy, Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatBytes } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { copyText } from '@/shared/copy-text';
import { saveText } from '@/shared/files/save-text';
import { Button } from '@/ui/button';
import { ScrollText } from '@/ui/scrollable-text';

/** A text node of many megabytes would block the page. */
const MAX_SHOWN_CHARS = 400_000;

interface SourceTextProps {
  text: string;
  /** Capitalized description of the content. */
  name: string;
  fileName: string;
  /** Before the buttons that copy and save. */
  actions?: ReactNode;
}

/** JSON as plain text, to copy or to save. */
export function SourceText({ text, name, fileName, actions }: SourceTextProps) {
  const isLong = text.length > MAX_SHOWN_CHARS;
  return (
    <>
      <div className="flex h-10 shrink-0 items-center justify-end gap-1 px-3">
        {actions}
        <Button tone="ghost" size="sm" onClick={() => void copyText(text, name)}>
          <Copy aria-hidden />
          {t('Copy')}
        </Button>
        <Button tone="ghost" size="sm" onClick={() => saveText(text, fileName, 'application/json')}>
          <Download aria-hidden />
          {t('Download')}
        </Button>
      </div>
      {isLong ? (
        <p className="px-5 pb-2 text-sm text-muted">
          {t('The first part of {size}; copy or download it for the rest.', { size: formatBytes(text.length) })}
        </p>
      ) : null}
      <ScrollText label={name} className="min-h-0 flex-1 px-5 pb-5 text-muted max-md:max-h-[70dvh]">
        {isLong ? text.slice(0, MAX_SHOWN_CHARS) : text}
      </ScrollText>
    </>
  );
}
