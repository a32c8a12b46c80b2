import type { ReactNode } from 'react';
import type { ModelEntry } from '@contract/router/schemas';
import { ANY_LOOK, FirstItem, FirstList } from '@/ui/first-list';
import { ANY_MODEL, FIRST_MODELS } from './first-models';

interface FirstModelListProps {
  how: 'whole' | 'long' | 'first';
  most: number;
  children: (entry: ModelEntry) => ReactNode;
}

/** Prerendered list with an item for each model that looks different, and one for all others. */
export function FirstModelList({ how, most, children }: FirstModelListProps) {
  return (
    <FirstList how={how} most={most}>
      {FIRST_MODELS.map((entry) => (
        <FirstItem key={entry.id} look={entry === ANY_MODEL ? ANY_LOOK : entry.id}>
          {children(entry)}
        </FirstItem>
      ))}
    </FirstList>
  );
}
