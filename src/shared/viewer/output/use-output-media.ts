import { useState } from 'react';
import type { Output } from '@contract/jobs/schemas';
import { useMediaUrl, type MediaUrl } from '@/domains/jobs/file-url';
import type { Surface } from '@/api/surface';
import { formatOutputSize } from '@/shared/files/output-size';
import { isMedia, outputKind, type OutputKind } from '@/shared/files/output-kind';
import { useZoom, type Zoom } from '@/shared/viewer/use-zoom';
import { useZoomKeys } from '@/shared/viewer/use-zoom-keys';
import type { Size } from '@/shared/viewer/view-model';

export interface OutputMedia {
  kind: OutputKind;
  media: MediaUrl;
  zoom: Zoom;
  /** Natural size of an image or a video; `null` until it is loaded. */
  size: Size | null;
  setSize: (size: Size) => void;
  /** `1216 × 832 · 1.4 MB` */
  details: string;
}

/** State of the large view of one output, which its bar and its content share. */
export function useOutputMedia(surface: Surface, output: Output, isInDialog: boolean): OutputMedia {
  const kind = outputKind(output);
  const media = useMediaUrl(surface, output, isMedia(kind));
  const [size, setSize] = useState<Size | null>(null);
  const zoom = useZoom(kind === 'image' && media.problem === null ? size : null);
  useZoomKeys(zoom, isInDialog);
  const details = [size ? `${size.width} × ${size.height}` : null, formatOutputSize(output)].filter(Boolean);
  return { kind, media, zoom, size, setSize, details: details.join(' · ') };
}
