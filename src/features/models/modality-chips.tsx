import { AudioLines, Film, Image, LetterText, Shapes } from 'lucide-react';
import type { ReactNode } from 'react';
import { Chip } from '@/ui/chip';

const ICONS: Readonly<Record<string, ReactNode>> = {
  image: <Image aria-hidden />,
  video: <Film aria-hidden />,
  audio: <AudioLines aria-hidden />,
  text: <LetterText aria-hidden />,
};

/** What a model puts out. The words are the document's own, whichever they are. */
export function ModalityChips({ modalities }: { modalities: readonly string[] }) {
  return modalities.map((modality) => (
    <Chip key={modality} icon={ICONS[modality] ?? <Shapes aria-hidden />}>
      {modality}
    </Chip>
  ));
}
