import { useMemo } from 'react';
import { formatInteger } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { formatOutputSize } from '@/shared/files/output-size';
import { UnsupportedFile } from '@/shared/viewer/unsupported-file';
import { ScrollText } from '@/ui/scrollable-text';
import { Skeleton } from '@/ui/skeleton';
import type { Output } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { MAX_HEADER_BYTES, readLatentHeader } from './latent-header';
import { useContent } from './use-content';

interface LatentOutputProps {
  surface: Surface;
  output: Output;
  url: string;
  onLoadError: () => void;
}

/** Shows the header of a latent, which is not an image. */
export function LatentOutput({ surface, output, url, onLoadError }: LatentOutputProps) {
  const bytes = useContent({ surface, url, maxBytes: MAX_HEADER_BYTES, onLoadError });
  const header = useMemo(() => (bytes ? readLatentHeader(bytes) : null), [bytes]);
  if (!bytes) return <Skeleton className="min-h-40 flex-1" />;
  if (!header) {
    return (
      <UnsupportedFile title={output.name}>
        {t('A latent of {size} without a header that Flowdeck can read. Download it to use it.', {
          size: formatOutputSize(output),
        })}
      </UnsupportedFile>
    );
  }
  return (
    <div
      className="min-h-0 flex-1 overflow-auto"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      role="region"
      aria-label={t('Output {name}', { name: output.name })}
    >
      <table className="w-full text-left">
        <caption className="pb-2 text-left text-muted">
          {t('Latents are not images. Decode the latent in a workflow to view it.')}
        </caption>
        <thead>
          <tr className="border-b border-line text-sm text-muted">
            <th className="py-1.5 pr-4 font-normal">{t('Tensor')}</th>
            <th className="py-1.5 pr-4 font-normal">{t('Shape')}</th>
            <th className="py-1.5 font-normal">{t('Numbers')}</th>
          </tr>
        </thead>
        <tbody>
          {header.tensors.map(({ name, dtype, shape }) => (
            <tr key={name} className="border-b border-line">
              <td className="py-1.5 pr-4 font-mono text-sm break-all">{name}</td>
              <td className="py-1.5 pr-4 whitespace-nowrap">
                {shape.map(formatInteger).join(' × ') || t('one number')}
              </td>
              <td className="py-1.5 font-mono text-sm">{dtype}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {header.notes.map(({ name, text }) => (
        <details key={name} className="mt-2">
          <summary className="w-fit rounded text-muted hover:text-text">{t('Note: {name}', { name })}</summary>
          <ScrollText
            label={t('Note {name}', { name })}
            className="mt-1.5 max-h-64 rounded-md border border-line bg-panel p-3"
          >
            {text}
          </ScrollText>
        </details>
      ))}
    </div>
  );
}
