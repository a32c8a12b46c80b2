import type { Surface } from '@/api/surface';
import { LightboxFrame } from '@/shared/viewer/output/lightbox-frame';
import { FileMarks } from './file-marks';
import { MediaView } from './media-view';
import type { OutputMedia } from './parse/output-media';
import { useFileActions } from './use-file-actions';

interface MediaLightboxProps {
  surface: Surface;
  modelId: string;
  /** The files of the response. */
  media: readonly OutputMedia[];
  current: OutputMedia;
  onChoose: (mediaId: string) => void;
  onFileStaged: () => void;
  onClose: () => void;
}

/** The current file of a response in the full window. */
export function MediaLightbox({
  surface,
  modelId,
  media,
  current,
  onChoose,
  onFileStaged,
  onClose,
}: MediaLightboxProps) {
  const actions = useFileActions({ surface, modelId, media: current, onFileStaged });
  return (
    <LightboxFrame
      count={media.length}
      index={media.findIndex(({ id }) => id === current.id)}
      onChoose={(index) => {
        const next = media[index];
        if (next) onChoose(next.id);
      }}
      onClose={onClose}
      marks={<FileMarks actions={actions} isInDialog />}
    >
      <MediaView key={current.id} surface={surface} modelId={modelId} media={current} hasDownload isInDialog />
    </LightboxFrame>
  );
}
