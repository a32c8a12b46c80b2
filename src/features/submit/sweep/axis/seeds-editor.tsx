import { Dices } from 'lucide-react';
import { Button } from '@/ui/button';
import { Field } from '@/ui/input/field';
import { NumberInput } from '@/ui/input/text-input';
import { SegmentedControl } from '@/ui/input/segmented-control';
import type { SeedsForm } from '@/domains/drafts/sweep-form';
import { randomSource } from '../sweep-store';
import { focusMark } from './focus-mark';
import type { SourceEditorProps } from './source-editor-props';

const BY = [
  { value: 'random', label: 'Random' },
  { value: 'consecutive', label: 'Consecutive' },
];

/** Several seeds: random ones, or consecutive ones from a start. */
export function SeedsEditor({ axis: { seeds }, hasAutofocus, onChange }: SourceEditorProps) {
  const set = (part: Partial<SeedsForm>) => onChange({ seeds: { ...seeds, ...part } });
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SegmentedControl
        aria-label="Kind of seeds"
        value={seeds.by}
        options={BY}
        onValueChange={(by) => set({ by: by === 'consecutive' ? 'consecutive' : 'random' })}
      />
      <Field label="Number of seeds" className="w-28">
        {(control) => (
          <NumberInput
            {...control}
            {...focusMark(hasAutofocus)}
            inputMode="numeric"
            value={seeds.count}
            onChange={(event) => set({ count: event.target.value })}
          />
        )}
      </Field>
      {seeds.by === 'random' ? (
        <Button onClick={() => set({ source: randomSource() })}>
          <Dices aria-hidden />
          New seeds
        </Button>
      ) : (
        <Field label="First seed" className="min-w-40 flex-1">
          {(control) => (
            <NumberInput
              {...control}
              inputMode="numeric"
              className="font-mono"
              value={seeds.start}
              onChange={(event) => set({ start: event.target.value })}
            />
          )}
        </Field>
      )}
    </div>
  );
}
