import { useQuery } from '@tanstack/react-query';
import { Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { formatBytes } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { copyText } from '@/shared/copy-text';
import { saveBlob } from '@/shared/files/save-blob';
import { Button } from '@/ui/button';
import { ScrollText } from '@/ui/scrollable-text';
import { hexText } from './hex-text';

const MAX_SHOWN_BYTES = 256 * 1024;
const MAX_HEX_BYTES = 4096;
/** Limit for copying: larger bodies do not belong on a clipboard. */
const MAX_COPY_BYTES = 16 * 1024 * 1024;

interface RawTabProps {
  file: Blob;
  fileName: string;
  /** Notice above the text. */
  notice?: string;
}

/** The bytes of the response body: as text if they are text, otherwise as a hex dump. */
export function RawTab({ file, fileName, notice }: RawTabProps) {
  const [id] = useState(() => crypto.randomUUID());
  const { data } = useQuery({
    queryKey: ['raw-answer', id, file.size],
    queryFn: () => readStart(file),
    staleTime: Infinity,
    gcTime: 0,
  });
  const isLong = data !== undefined && file.size > data.bytes;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-10 shrink-0 items-center gap-1 px-3 md:px-4">
        <span className="min-w-0 flex-1 truncate px-1 text-sm text-muted">
          {notice ? `${notice} ` : ''}
          {isLong
            ? t('The first {shown} of {size}', { shown: formatBytes(data.bytes), size: formatBytes(file.size) })
            : formatBytes(file.size)}
        </span>
        <Button
          tone="ghost"
          size="sm"
          disabledReason={copyObjection(file, data?.isText ?? false)}
          onClick={() => void file.text().then((text) => copyText(text, t('Answer')))}
        >
          <Copy aria-hidden />
          {t('Copy')}
        </Button>
        <Button tone="ghost" size="sm" onClick={() => saveBlob(file, fileName)}>
          <Download aria-hidden />
          {t('Download')}
        </Button>
      </div>
      <ScrollText
        label={t('Unmodified response')}
        className="min-h-40 flex-1 px-4 pb-4 text-muted max-md:max-h-[60dvh] md:px-5"
      >
        {data?.text ?? ''}
      </ScrollText>
    </div>
  );
}

function copyObjection(file: Blob, isText: boolean): string | null {
  if (!isText) return t('Not text. Download it.');
  return file.size > MAX_COPY_BYTES ? t('Too long for the clipboard: download it.') : null;
}

async function readStart(file: Blob): Promise<{ text: string; bytes: number; isText: boolean }> {
  const head = new Uint8Array(await file.slice(0, MAX_SHOWN_BYTES).arrayBuffer());
  // The excerpt may end within a character; `stream` prevents an error for that.
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    // oxlint-disable-next-line no-control-regex -- bytes that no text holds
    if (!/[\u0000-\u0008\u000e-\u001f]/.test(text)) return { text, bytes: head.byteLength, isText: true };
  } catch {
    // Not UTF-8.
  }
  const part = head.subarray(0, MAX_HEX_BYTES);
  return { text: hexText(part), bytes: part.byteLength, isText: false };
}
