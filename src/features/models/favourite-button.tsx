import { Star } from 'lucide-react';
import { favouritesOf, setFavourite, useFavourites } from '@/api/models/model-marks';
import type { Surface } from '@/api/surface';
import { Button } from '@/ui/button';

export function FavouriteButton({ surface, modelId }: { surface: Surface; modelId: string }) {
  const isFavourite = useFavourites((state) => favouritesOf(surface.id)(state).includes(modelId));
  return (
    <Button
      tone="ghost"
      size="icon"
      aria-pressed={isFavourite}
      aria-label={`${modelId}, favourite`}
      title={isFavourite ? 'Take it out of the favourites' : 'Keep it among the favourites'}
      onClick={() => setFavourite(surface.id, [modelId], !isFavourite)}
    >
      <Star aria-hidden className={isFavourite ? 'fill-current text-warn' : ''} />
    </Button>
  );
}
