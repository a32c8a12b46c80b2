import { AudioLines, Box, Film, Image, KeyRound, LetterText, Shapes } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '@/lib/i18n/messages';
import { Chip } from '@/ui/chip';
import { modalityText } from './modality-text';

const ICONS: Readonly<Record<string, ReactNode>> = {
  image: <Image aria-hidden />,
  video: <Film aria-hidden />,
  audio: <AudioLines aria-hidden />,
  text: <LetterText aria-hidden />,
  '3d': <Box aria-hidden />,
};

/** Output modalities of a model; unknown ones with their names from its schema document. */
export function ModalityChips({ modalities }: { modalities: readonly string[] }) {
  return modalities.map((modality) => (
    <Chip key={modality} icon={ICONS[modality] ?? <Shapes aria-hidden />}>
      {modalityText(modality)}
    </Chip>
  ));
}

/** Of a model that cannot run until the key of its provider is entered. */
export function MissingKeyChip() {
  return (
    <Chip tone="warn" icon={<KeyRound aria-hidden />}>
      {t('needs a key')}
    </Chip>
  );
}
