import { Field } from '@/ui/input/field';
import { NumberInput } from '@/ui/input/text-input';
import { SegmentedControl } from '@/ui/input/segmented-control';
import type { RangeForm } from '@/domains/drafts/sweep-form';
import { focusMark } from './focus-mark';
import { limitsNoteOf } from './limits-note';
import type { SourceEditorProps } from './source-editor-props';

const BY = [
  { value: 'step', label: 'Step' },
  { value: 'count', label: 'Number of values' },
];

/** Numbers from one end to the other, in steps or evenly spaced. */
export function RangeEditor({ axis: { range }, field, hasAutofocus, onChange }: SourceEditorProps) {
  const set = (part: Partial<RangeForm>) => onChange({ range: { ...range, ...part } });
  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-3 gap-3 max-sm:grid-cols-2">
        <NumberOf
          hasAutofocus={hasAutofocus}
          label="From"
          note={limitsNoteOf(field)}
          value={range.from}
          onText={(from) => set({ from })}
        />
        <NumberOf label="To" value={range.to} onText={(to) => set({ to })} />
        {range.by === 'step' ? (
          <NumberOf label="Step" value={range.step} onText={(step) => set({ step })} />
        ) : (
          <NumberOf label="Number of values" value={range.count} onText={(count) => set({ count })} />
        )}
      </div>
      <SegmentedControl
        aria-label="Spacing of the range"
        value={range.by}
        options={BY}
        onValueChange={(by) => set({ by: by === 'count' ? 'count' : 'step' })}
      />
    </div>
  );
}

interface NumberOfProps {
  label: string;
  note?: string;
  hasAutofocus?: boolean;
  value: string;
  onText: (text: string) => void;
}

function NumberOf({ label, note, hasAutofocus = false, value, onText }: NumberOfProps) {
  return (
    <Field label={label} note={note || undefined}>
      {(control) => (
        <NumberInput
          {...control}
          {...focusMark(hasAutofocus)}
          value={value}
          onChange={(event) => onText(event.target.value)}
        />
      )}
    </Field>
  );
}
