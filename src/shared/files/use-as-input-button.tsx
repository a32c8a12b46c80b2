import { ImageUp } from 'lucide-react';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { Button, type ButtonProps } from '@/ui/button';
import { openDialog } from '@/shared/dialog-requests/dialogs';
import { inputMedia, type HeldFile } from '../dialog-requests/input-request';

interface UseAsInputButtonProps extends Pick<ButtonProps, 'tone' | 'size' | 'className'> {
  surface: Surface;
  file: HeldFile;
  /** Shows a label on the button, not only its icon. */
  isLabelled?: boolean;
}

/** Opens a workflow with this file as an input. Renders nothing if no input accepts such a file. */
export function UseAsInputButton({ surface, file, isLabelled = false, ...style }: UseAsInputButtonProps) {
  const media = inputMedia(file.content_type);
  if (media === null) return null;
  return (
    <Button
      {...style}
      aria-label={t('Use in a workflow… {name}', { name: file.name })}
      title={t('Use in a workflow…')}
      onClick={() => openDialog('input', { surface, file, media })}
    >
      <ImageUp aria-hidden />
      {isLabelled ? t('Use in a workflow…') : null}
    </Button>
  );
}
