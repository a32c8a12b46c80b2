import { type KeyboardEvent, useMemo } from 'react';
import { t } from '@/lib/i18n/messages';
import { useSetting } from '@/lib/settings/use-setting';
import type { Choice } from '@/shared/fields/choice';
import { ChoiceField } from '@/shared/fields/choice-field';
import { JsonField as SharedJsonField } from '@/shared/fields/json-field';
import { SwitchField } from '@/shared/fields/switch-field';
import { TextField as SharedTextField } from '@/shared/fields/text-field';
import type { SeedMode } from '@/domains/drafts/draft';
import { useOutboxView } from '@/domains/outbox/outbox-store';
import { NumberField as SharedNumberField } from '@/shared/fields/number-field';
import { limitsOf, rangeNote, withoutTypeBounds } from '@/shared/fields/number-range';
import { SeedField as SharedSeedField } from '@/shared/fields/seed-field';
import { takeControlKey } from '@/shared/commands/key-listener';
import { announce } from '@/shared/feedback/announce';
import { LongTextField } from '@/shared/fields/long-text-field';
import { replaceText } from '@/shared/snippets/replace-text';
import { type FormField, rangeOf } from '../draft/form-model';
import { isModelFileList } from '../draft/model-file-list';
import { ModelSource } from '../fixes/model-source';
import { NodeProblemFix } from '../fixes/problem-fix';
import { ModelField } from './model-field';
import { useField } from './use-field';
import { useEditor } from '../draft/session/session-context';
import { lastSentText, usedTexts } from '../draft/runs/sent-values';
import { SEED_MODES, seedAfterLimit, seedTimingSetting, withSeedMode } from '../draft/seed-control';
import { changeWeight } from './attention-weight';

export function TextField({ field }: { field: FormField }) {
  const { frame, typing } = useField(field);
  const suggestions = useChoices(field);
  return (
    <>
      <SharedTextField {...typing} frame={frame} format="plain" suggestions={suggestions} />
      <ModelSource field={field} />
    </>
  );
}

export function ColorField({ field }: { field: FormField }) {
  const { frame, typing } = useField(field);
  return <SharedTextField {...typing} frame={frame} format="color" />;
}

export function BooleanField({ field }: { field: FormField }) {
  const { editor, frame, value } = useField(field);
  const isOn = value === true;
  return (
    <SwitchField
      frame={frame}
      isOn={isOn}
      word={isOn ? t('on') : t('off')}
      onChange={(next) => editor.setValue(field.key, next)}
    />
  );
}

export function ComboField({ field }: { field: FormField }) {
  return (
    <>
      {isModelFileList(field.spec) ? <ModelField field={field} /> : <ListField field={field} />}
      <ModelSource field={field} />
    </>
  );
}

function ListField({ field }: { field: FormField }) {
  const { editor, frame, value } = useField(field);
  const choices = useChoices(field);
  return (
    <ChoiceField
      frame={frame}
      choices={choices}
      value={value}
      isList
      onChoose={(chosen) => editor.setValue(field.key, chosen)}
    />
  );
}

function useChoices({ spec }: FormField): Choice[] {
  return useMemo(() => (spec?.options ?? []).map((option) => ({ value: option, label: '', description: '' })), [spec]);
}

export function JsonField({ field }: { field: FormField }) {
  const { frame, typing } = useField(field);
  return (
    <>
      <SharedJsonField {...typing} frame={{ ...frame, note: 'JSON' }} />
      {frame.problem && field.spec?.kind === 'link' ? (
        <div className="mt-1.5">
          <NodeProblemFix nodeId={field.nodeId} problem={{ field: field.name, reason: 'missing_link' }} />
        </div>
      ) : null}
    </>
  );
}

export function NumberField({ field }: { field: FormField }) {
  const { frame, typing } = useField(field);
  const range = rangeOf(field);
  const note = rangeNote(withoutTypeBounds(range));
  return <SharedNumberField {...typing} frame={{ ...frame, note: note || undefined }} range={range} />;
}

export function SeedField({ field }: { field: FormField }) {
  const { editor, frame, typing } = useField(field);
  const mode = useEditor((state) => state.seedModes[field.key] ?? 'keep');
  const draftId = useEditor((state) => state.draft.id);
  const lastSeed = useOutboxView(({ entries }) => lastSentText(entries, draftId, field));
  const timing = useSetting(seedTimingSetting);
  const range = rangeOf(field);
  const limit = seedAfterLimit(typing.text, mode, limitsOf(range));
  return (
    <SharedSeedField
      {...typing}
      frame={{
        ...frame,
        note: timing === 'after' ? t('after each run') : t('before each run'),
        hint:
          limit === null
            ? frame.hint
            : timing === 'after'
              ? t('At its limit: continues from {limit} after the next run', { limit })
              : t('At its limit: continues from {limit}', { limit }),
      }}
      range={range}
      lastSeed={lastSeed}
      readUsedSeeds={() => usedTexts(useOutboxView.getState().entries, draftId, field)}
      change={{
        label:
          timing === 'after'
            ? t('{label} after each run', { label: frame.label })
            : t('{label} before each run', { label: frame.label }),
        mode,
        modes: SEED_MODES.map(({ value, label }) => ({ value, label: t(label) })),
        onMode: (next) => editor.edit((state) => withSeedMode(state, field.key, next as SeedMode)),
      }}
    />
  );
}

/** Long text with its length, and with keys that change the weight of a part of it. */
export function PromptField({ field }: { field: FormField }) {
  const { editor, frame, typing } = useField(field);
  const lengthId = `length-${field.key}`.replace(/\s/g, '_');
  const length = lengthText(typing.text);
  const change = (box: HTMLTextAreaElement, direction: 1 | -1): boolean => {
    const edit = changeWeight(box.value, { start: box.selectionStart, end: box.selectionEnd }, direction);
    if (!edit) return false;
    editor.endEditGroup();
    replaceText(box, edit);
    box.setSelectionRange(edit.start, edit.start + edit.replacement.length);
    announce(t('Weight {weight}', { weight: edit.weight }));
    return true;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const box = event.currentTarget;
    const commands = { 'weight-up': () => change(box, 1), 'weight-down': () => change(box, -1) };
    if (takeControlKey(event.nativeEvent, commands)) event.preventDefault();
  };
  const describedBy = [frame.describedBy, lengthId].filter(Boolean).join(' ');
  return (
    <>
      <LongTextField
        {...typing}
        frame={{ ...frame, note: length || undefined, describedBy }}
        onKeyDown={onKeyDown}
        onEditGroup={() => editor.endEditGroup()}
      />
      <span id={lengthId} className="sr-only">
        {length}
      </span>
    </>
  );
}

/** Models count tokens, each in its own way: only what is certain is shown. */
function lengthText(text: string): string {
  if (text === '') return '';
  const words = text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
  return t(
    '{characters, plural, one {# character} other {# characters}}, {words, plural, one {# word} other {# words}}',
    { characters: [...text].length, words },
  );
}
