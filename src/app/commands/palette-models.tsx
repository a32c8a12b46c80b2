import { Sparkle } from 'lucide-react';
import type { ModelEntry } from '@contract/router/schemas';
import { useShownCatalog } from '@/api/models/use-shown-catalog';
import type { Surface } from '@/api/surface';
import { PaletteGroup, PaletteItem } from './palette-item';
import { scoreOf } from './palette-search';

/** More would push the jobs out of sight; the models page searches all. */
const MAX_MODELS = 20;

interface ModelItemsProps {
  surface: Surface;
  /** What was typed. */
  text: string;
  onModel: (model: Pick<ModelEntry, 'provider' | 'model'>) => void;
}

/** Models whose id matches the typed text. */
export function ModelItems({ surface, text, onModel }: ModelItemsProps) {
  const { models = [] } = useShownCatalog(surface);
  const found = models
    .map((entry) => ({ entry, score: scoreOf(entry.id, text, [entry.id]) }))
    .filter(({ score }) => score > 0)
    .toSorted((left, right) => right.score - left.score)
    .slice(0, MAX_MODELS);
  if (found.length === 0) return null;
  return (
    <PaletteGroup heading="Models">
      {found.map(({ entry }) => (
        <PaletteItem
          key={entry.id}
          value={`model:${entry.id}`}
          title={entry.id}
          icon={<Sparkle aria-hidden />}
          onSelect={() => onModel(entry)}
        />
      ))}
    </PaletteGroup>
  );
}
