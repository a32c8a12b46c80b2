import { AudioLines, Box, Film, Image, LetterText, Shapes } from 'lucide-react';
import type { ReactNode } from 'react';
import { Chip } from '@/ui/chip';

const ICONS: Readonly<Record<string, ReactNode>> = {
  image: <Image aria-hidden />,
  video: <Film aria-hidden />,
  audio: <AudioLines aria-hidden />,
  text: <LetterText aria-hidden />,
  '3d': <Box aria-hidden />,
};

/** Output modalities of a model, with the names from its schema document, including unknown ones. */
export function ModalityChips({ modalities }: { modalities: readonly string[] }) {
  return modalities.map((modality) => (
    <Chip key={modality} icon={ICONS[modality] ?? <Shapes aria-hidden />}>
      {modality === '3d' ? '3D' : modality}
    </Chip>
  ));
}
