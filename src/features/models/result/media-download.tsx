import { Download } from 'lucide-react';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { buttonClass } from '@/ui/button';
import { mediaName } from './media-file';
import type { OutputMedia } from './parse/output-media';
import { useMediaFile } from './use-result-file';

interface MediaDownloadProps {
  surface: Surface;
  modelId: string;
  media: OutputMedia;
  tone?: 'ghost';
  size: 'icon' | 'icon-sm';
}

/** Downloads a file of a response. */
export function MediaDownload({ surface, modelId, media, ...style }: MediaDownloadProps) {
  const { url, contentType } = useMediaFile(surface, media);
  if (url === null) return null;
  const name = mediaName(media, modelId, contentType);
  return (
    <a
      href={url}
      download={name}
      aria-label={t('Download {name}', { name })}
      title={t('Download')}
      className={buttonClass(style)}
    >
      <Download aria-hidden />
    </a>
  );
}
