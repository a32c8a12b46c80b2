import { Dices } from 'lucide-react';
import { Button } from '@/ui/button';
import { Field } from '@/ui/input/field';
import { NumberInput, TextArea } from '@/ui/input/text-input';
import { SegmentedControl } from '@/ui/input/segmented-control';
import type { WildcardsForm } from '@/domains/drafts/sweep-form';
import { wildcardNames } from '@/domains/wildcards/wildcards';
import { randomSource } from '../sweep-store';
import { focusMark } from './focus-mark';
import type { SourceEditorProps } from './source-editor-props';
import { TextFileTarget } from './text-file-target';

const BY = [
  { value: 'all', label: 'Every combination' },
  { value: 'random', label: 'Random picks' },
];

/** A text with alternatives, and the lists that it names. */
export function WildcardsEditor({ axis: { wildcards }, hasAutofocus, onChange }: SourceEditorProps) {
  const { text: template, lists, by } = wildcards;
  const set = (part: Partial<WildcardsForm>) => onChange({ wildcards: { ...wildcards, ...part } });
  return (
    <div className="flex flex-col gap-3">
      <Field label="Text" hint="{red|blue} is one of its options, __name__ one value of a list that you paste below.">
        {(control) => (
          <TextArea
            {...control}
            {...focusMark(hasAutofocus)}
            rows={3}
            value={template}
            onChange={(event) => set({ text: event.target.value })}
          />
        )}
      </Field>
      {wildcardNames(template, lists).map((name) => (
        <TextFileTarget
          key={name}
          label={`values of __${name}__`}
          onText={(text) => set({ lists: { ...lists, [name]: text } })}
        >
          <Field label={`Values of __${name}__`} note="one per line, or drop a text file">
            {(control) => (
              <TextArea
                {...control}
                rows={3}
                value={lists[name] ?? ''}
                onChange={(event) => set({ lists: { ...lists, [name]: event.target.value } })}
              />
            )}
          </Field>
        </TextFileTarget>
      ))}
      <div className="flex flex-wrap items-end gap-3">
        <SegmentedControl
          aria-label="Combinations"
          value={by}
          options={BY}
          onValueChange={(chosen) => set({ by: chosen === 'random' ? 'random' : 'all' })}
        />
        {by === 'random' ? (
          <>
            <Field label="Number of picks" className="w-28">
              {(control) => (
                <NumberInput
                  {...control}
                  inputMode="numeric"
                  value={wildcards.count}
                  onChange={(event) => set({ count: event.target.value })}
                />
              )}
            </Field>
            <Field label="Seed of the picks" className="min-w-28 flex-1">
              {(control) => (
                <span className="flex gap-2">
                  <NumberInput
                    {...control}
                    inputMode="numeric"
                    className="font-mono"
                    value={wildcards.seed}
                    onChange={(event) => set({ seed: event.target.value })}
                  />
                  <Button
                    size="icon"
                    aria-label="Pick again"
                    title="Pick again"
                    onClick={() => set({ seed: randomSource() })}
                  >
                    <Dices aria-hidden />
                  </Button>
                </span>
              )}
            </Field>
          </>
        ) : null}
      </div>
    </div>
  );
}
