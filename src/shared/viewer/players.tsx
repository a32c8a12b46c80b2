import { t } from '@/lib/i18n/messages';
import type { Size } from './view-model';

interface PlayerProps {
  /** Accessible name of the player. */
  name: string;
  url: string;
  onLoadError: () => void;
}

/** A generated video: it has no captions. */
export function VideoPlayer({ name, url, onLoadError, onSize }: PlayerProps & { onSize: (size: Size) => void }) {
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <video
      key={url}
      controls
      loop
      playsInline
      preload="metadata"
      src={url}
      aria-label={t('Output {name}', { name })}
      className="m-auto max-h-full min-h-0 max-w-full rounded-md bg-canvas"
      onLoadedMetadata={({ currentTarget }) =>
        onSize({ width: currentTarget.videoWidth, height: currentTarget.videoHeight })
      }
      onError={onLoadError}
    />
  );
}

export function AudioPlayer({ name, url, onLoadError }: PlayerProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <audio
      key={url}
      controls
      preload="metadata"
      src={url}
      aria-label={t('Output {name}', { name })}
      className="m-auto w-full max-w-120"
      onError={onLoadError}
    />
  );
}
