import { AudioLines, Box, File, Film, Image, LetterText } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OutputKind } from './output-kind';

/** Icon for files without a thumbnail. Sized by its frame. */
export const kindIcons: Readonly<Record<OutputKind, ReactNode>> = {
  image: <Image aria-hidden />,
  video: <Film aria-hidden />,
  audio: <AudioLines aria-hidden />,
  text: <LetterText aria-hidden />,
  json: <LetterText aria-hidden />,
  source: <LetterText aria-hidden />,
  latent: <File aria-hidden />,
  scene: <Box aria-hidden />,
  download: <File aria-hidden />,
};
