import { LibraryBig } from 'lucide-react';
import { useState } from 'react';
import type { ListedAsset } from '@contract/console/schemas';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { lazyDialog } from '@/ui/overlay/lazy-dialog';

const LibraryDialog = lazyDialog(async () => (await import('../files/library-dialog')).LibraryDialog);

interface LibraryButtonProps {
  surface: Surface;
  media: 'image' | 'video' | 'audio' | 'file';
  /** Name of the input. */
  label: string;
  onChoose: (asset: ListedAsset) => void;
}

/** Chooses a file that the server stores. Absent for servers that do not list their files. */
export function LibraryButton({ surface, media, label, onChoose }: LibraryButtonProps) {
  const [isOpen, setOpen] = useState(false);
  if (surface.kind !== 'gateway') return null;
  return (
    <>
      <Button
        size="sm"
        tone="ghost"
        aria-label={t('{action} for {name}', { action: t('From the library'), name: label })}
        onClick={() => setOpen(true)}
      >
        <LibraryBig aria-hidden />
        {t('From the library')}
      </Button>
      {isOpen ? (
        <LibraryDialog
          surface={surface}
          media={media}
          onClose={() => setOpen(false)}
          onChoose={(asset) => {
            setOpen(false);
            onChoose(asset);
          }}
        />
      ) : null}
    </>
  );
}
