import { ImageUp } from 'lucide-react';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { Trans } from '@/lib/i18n/trans';
import { handOver, useHandOvers } from '@/shared/dialog-requests/hand-overs';
import { Button } from '@/ui/button';

/** Banner of the file that is staged for a model input, until it is inserted or the user cancels. */
export function StagedFileBanner({ surface }: { surface: Surface }) {
  const staged = useHandOvers((held) => held.mediaFile);
  if (staged?.surfaceId !== surface.id) return null;
  return (
    <div
      role="status"
      className="flex shrink-0 items-center gap-2 border-b border-line bg-accent-soft px-4 py-1.5 md:px-5"
    >
      <ImageUp aria-hidden className="size-4 shrink-0 text-accent" />
      <p className="min-w-0 flex-1 truncate">
        <Trans
          text="{name} is ready to use. Open a model that accepts this file type."
          values={{ name: <span className="font-medium">{staged.name}</span> }}
        />
      </p>
      <Button size="sm" tone="ghost" onClick={() => handOver('mediaFile', null)}>
        {t('Cancel')}
      </Button>
    </div>
  );
}
