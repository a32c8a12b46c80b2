import { Dices } from 'lucide-react';
import { isSameJson } from '@contract/json/json-values';
import { randomSeed, type SeedBounds } from '@/lib/seed';
import { Button } from '@/ui/button';
import type { NumberField } from '../schema/field';
import { valueText } from './field-text';
import { useFormParts, useValue } from './form-context';

interface NumberExtrasProps {
  field: NumberField;
  /** Of a seed; null for other numbers. */
  bounds: SeedBounds | null;
  onText: (text: string) => void;
}

/** Beside the box of a number that few numbers have anything beside: a new seed, values outside of the range. */
export function NumberExtras({ field, bounds, onText }: NumberExtrasProps) {
  const { session } = useFormParts();
  const value = useValue(field.path);
  return (
    <>
      {bounds ? (
        <Button
          size="icon"
          aria-label={`New random ${field.title}`}
          title="New random value"
          onClick={() => onText(randomSeed(bounds))}
        >
          <Dices aria-hidden />
        </Button>
      ) : null}
      {field.specials.map((special) => (
        <Button
          key={special.label}
          size="sm"
          aria-pressed={value !== undefined && isSameJson(value, special.value)}
          title={special.description || `Send ${valueText(special.value)}`}
          className="aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
          onClick={() => session.set(field.path, special.value)}
        >
          {special.label}
        </Button>
      ))}
    </>
  );
}
