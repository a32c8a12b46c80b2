import { Dices } from 'lucide-react';
import type { SeedMode } from '@/api/storage/draft';
import { randomSeed } from '@/lib/seed';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { Select } from '@/ui/select';
import { NumberInput } from '@/ui/text-input';
import type { FormField } from './form-model';
import { SEED_MODES } from './seed-control';
import { useEditor } from './session-context';
import { useField } from './use-field';

/** A 64-bit number, a die, and what happens to it after each run. */
export function SeedField({ field }: { field: FormField }) {
  const { session, text, problem, warning, described } = useField(field);
  const mode = useEditor((state) => state.seedModes[field.key] ?? 'keep');
  return (
    <Field label={field.name} note="after each run" error={problem} warning={warning}>
      {(control) => (
        <div className="flex gap-2">
          <NumberInput
            {...control}
            {...described(control)}
            inputMode="numeric"
            className="flex-1 font-mono"
            value={text}
            onChange={(event) => session.setTyped(field, event.target.value)}
            onBlur={() => session.settleTyped(field.key)}
          />
          <Button
            size="icon"
            aria-label={`New random ${field.name}`}
            title="New random value"
            onClick={() => session.setTyped(field, randomSeed(field.spec ?? {}))}
          >
            <Dices aria-hidden />
          </Button>
          <div className="w-32 shrink-0">
            <Select
              aria-label={`${field.name} after each run`}
              value={mode}
              options={SEED_MODES}
              onValueChange={(next) => session.setSeedMode(field.key, next as SeedMode)}
            />
          </div>
        </div>
      )}
    </Field>
  );
}
