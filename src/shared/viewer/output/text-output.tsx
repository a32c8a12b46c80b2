import { useMemo } from 'react';
import type { Output } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { formatBytes } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { ScrollText } from '@/ui/scrollable-text';
import { Skeleton } from '@/ui/skeleton';
import { isTruncated, MAX_SHOWN_BYTES, useContent } from './use-content';

interface TextOutputProps {
  surface: Surface;
  output: Output;
  url: string;
  onLoadError: () => void;
  /** Notice above the text. */
  notice?: string;
}

/** The unmodified text, as plain text. */
export function TextOutput({ surface, output, url, onLoadError, notice }: TextOutputProps) {
  const bytes = useContent({ surface, url, onLoadError });
  const text = useMemo(() => (bytes ? new TextDecoder().decode(bytes) : null), [bytes]);
  if (text === null) return <Skeleton className="min-h-40 flex-1" />;
  return (
    <>
      {notice ? <p className="pb-2 text-sm text-muted">{notice}</p> : null}
      {bytes && isTruncated(output, bytes) ? (
        <p className="pb-2 text-sm text-muted">
          {output.size_bytes > 0
            ? t('The first {shown} of {size}; download it for the rest.', {
                shown: formatBytes(MAX_SHOWN_BYTES),
                size: formatBytes(output.size_bytes),
              })
            : t('The first {shown}; download it for the rest.', { shown: formatBytes(MAX_SHOWN_BYTES) })}
        </p>
      ) : null}
      <ScrollText
        label={t('Output {name}', { name: output.name })}
        className="min-h-0 flex-1 rounded-md border border-line bg-panel p-3 max-md:max-h-[60dvh]"
      >
        {text}
      </ScrollText>
    </>
  );
}
