import { Star } from 'lucide-react';
import { setFavourite, useStarredModels } from '@/domains/models/starred-models';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';

export function StarButton({ surface, modelId }: { surface: Surface; modelId: string }) {
  const isFavourite = useStarredModels(surface.id).includes(modelId);
  return (
    <Button
      tone="ghost"
      size="icon"
      aria-pressed={isFavourite}
      aria-label={t('{modelId}, favorite', { modelId })}
      title={isFavourite ? t('Remove from favorites') : t('Add to favorites')}
      onClick={() => setFavourite(surface.id, [modelId], !isFavourite)}
    >
      <Star aria-hidden className={isFavourite ? 'fill-current text-warn' : ''} />
    </Button>
  );
}
