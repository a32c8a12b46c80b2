import { AudioLines, Box, Film, Image, KeyRound, LetterText, Shapes } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '@/lib/i18n/messages';
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

/** Of a model that cannot run until the key of its provider is entered. */
export function MissingKeyChip() {
  return (
    <Chip tone="warn" icon={<KeyRound aria-hidden />}>
      {t('needs a key')}
    </Chip>
  );
}
