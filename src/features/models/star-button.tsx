import { Star } from 'lucide-react';
import { setFavourite, useStarredModels } from '@/domains/models/starred-models';
import type { Surface } from '@/api/surface';
import { Button } from '@/ui/button';

export function StarButton({ surface, modelId }: { surface: Surface; modelId: string }) {
  const isFavourite = useStarredModels(surface.id).includes(modelId);
  return (
    <Button
      tone="ghost"
      size="icon"
      aria-pressed={isFavourite}
      aria-label={`${modelId}, favorite`}
      title={isFavourite ? 'Remove from favorites' : 'Add to favorites'}
      onClick={() => setFavourite(surface.id, [modelId], !isFavourite)}
    >
      <Star aria-hidden className={isFavourite ? 'fill-current text-warn' : ''} />
    </Button>
  );
}
