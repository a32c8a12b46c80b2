import { Dices } from 'lucide-react';
import { msg, t } from '@/lib/i18n/messages';
import { Field } from '@/ui/input/field';
import { NumberInput, TextArea } from '@/ui/input/text-input';
import { SegmentedControl } from '@/ui/input/segmented-control';
import type { RangeForm, SeedsForm } from '@/domains/drafts/sweep-form';
import { Button } from '@/ui/button';
import { rangeNote, withoutTypeBounds } from '@/shared/fields/number-range';
import { focusMark } from './focus-mark';
import type { SourceEditorProps } from './source-editor-props';
import { TextFileTarget } from './text-file-target';
import { randomSource } from '../sweep-store';
import { type FormField, rangeOf } from '../../draft/form-model';

const SPACINGS = [
  { value: 'step', label: msg('Step') },
  { value: 'count', label: msg('Number of values') },
];

/** Numbers from one end to the other, in steps or evenly spaced. */
export function RangeEditor({ axis: { range }, field, hasAutofocus, onChange }: SourceEditorProps) {
  const set = (part: Partial<RangeForm>) => onChange({ range: { ...range, ...part } });
  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-3 gap-3 max-sm:grid-cols-2">
        <NumberOf
          hasAutofocus={hasAutofocus}
          label={t('From')}
          note={limitsNoteOf(field)}
          value={range.from}
          onText={(from) => set({ from })}
        />
        <NumberOf label={t('To')} value={range.to} onText={(to) => set({ to })} />
        {range.by === 'step' ? (
          <NumberOf label={t('Step')} value={range.step} onText={(step) => set({ step })} />
        ) : (
          <NumberOf label={t('Number of values')} value={range.count} onText={(count) => set({ count })} />
        )}
      </div>
      <SegmentedControl
        aria-label={t('Spacing of the range')}
        value={range.by}
        options={SPACINGS.map(({ value, label }) => ({ value, label: t(label) }))}
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

const HINTS = {
  number: msg('Separated by commas, spaces or lines'),
  choice: msg('Separated by commas or lines'),
  text: msg('One per line'),
  json: msg('JSON, one value per line'),
};

/** Values as typed or pasted. */
export function ListEditor({ axis, field, hasAutofocus, onChange }: SourceEditorProps) {
  const isPrompt = field.kind === 'long_text' || field.kind === 'text';
  return (
    <TextFileTarget label={t('values')} onText={(list) => onChange({ list })}>
      <Field
        label={isPrompt ? t('Texts') : t('Values')}
        note={limitsNoteOf(field) || undefined}
        hint={t(HINTS[hintOf(field.kind)])}
      >
        {(control) => (
          <TextArea
            {...control}
            {...focusMark(hasAutofocus)}
            rows={3}
            spellCheck={isPrompt}
            value={axis.list}
            onChange={(event) => onChange({ list: event.target.value })}
          />
        )}
      </Field>
    </TextFileTarget>
  );
}

function hintOf(kind: SourceEditorProps['field']['kind']): keyof typeof HINTS {
  if (kind === 'int' || kind === 'float' || kind === 'seed') return 'number';
  if (kind === 'combo') return 'choice';
  return kind === 'json' ? 'json' : 'text';
}

const SEED_SOURCES = [
  { value: 'random', label: msg('Random') },
  { value: 'consecutive', label: msg('Consecutive') },
];

/** Several seeds: random ones, or consecutive ones from a start. */
export function SeedsEditor({ axis: { seeds }, hasAutofocus, onChange }: SourceEditorProps) {
  const set = (part: Partial<SeedsForm>) => onChange({ seeds: { ...seeds, ...part } });
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SegmentedControl
        aria-label={t('Kind of seeds')}
        value={seeds.by}
        options={SEED_SOURCES.map(({ value, label }) => ({ value, label: t(label) }))}
        onValueChange={(by) => set({ by: by === 'consecutive' ? 'consecutive' : 'random' })}
      />
      <Field label={t('Number of seeds')} className="w-36">
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
          {t('New seeds')}
        </Button>
      ) : (
        <Field label={t('First seed')} className="min-w-40 flex-1">
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

/** Returns the bounds of a number input as `1 – 100`; empty for other inputs, and without bounds. */
function limitsNoteOf(field: FormField): string {
  const isNumber = field.kind === 'int' || field.kind === 'float' || field.kind === 'seed';
  return isNumber ? rangeNote(withoutTypeBounds(rangeOf(field))) : '';
}
