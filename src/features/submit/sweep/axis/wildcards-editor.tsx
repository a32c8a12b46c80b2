import { Dices } from 'lucide-react';
import { useState } from 'react';
import { msg, t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { Field } from '@/ui/input/field';
import { NumberInput, TextArea } from '@/ui/input/text-input';
import { SegmentedControl } from '@/ui/input/segmented-control';
import type { WildcardsForm } from '@/domains/drafts/sweep-form';
import { listValues, wildcardNames, type WildcardLists } from '@/domains/wildcards/wildcards';
import { lazyDialog } from '@/ui/overlay/lazy-dialog';
import { LazyMenu } from '@/ui/overlay/lazy-menu';
import { withSavedLists } from '../plan/axis-values';
import { useEditor } from '../../draft/session/session-context';
import { randomSource } from '../sweep-store';
import { focusMark } from './focus-mark';
import type { SourceEditorProps } from './source-editor-props';
import { TextFileTarget } from './text-file-target';

const SnippetsDialog = lazyDialog(async () => (await import('@/shared/snippets/snippets-dialog')).SnippetsDialog);

const NO_LISTS: WildcardLists = {};

const BY = [
  { value: 'all', label: msg('Every combination') },
  { value: 'random', label: msg('Random picks') },
];

/** A text with alternatives, and the lists that it names. */
export function WildcardsEditor({ axis: { wildcards }, hasAutofocus, onChange }: SourceEditorProps) {
  const { text: template, lists, by } = wildcards;
  const saved = useEditor((state) => state.wildcards) ?? NO_LISTS;
  const names = Object.keys(saved);
  const set = (part: Partial<WildcardsForm>) => onChange({ wildcards: { ...wildcards, ...part } });
  return (
    <div className="flex flex-col gap-3">
      <Field
        label={t('Text')}
        hint={t(
          '{example} becomes one of its options. __name__ becomes a value of that wildcard list, or of a list pasted below.',
          { example: '{red|blue}' },
        )}
        actions={
          names.length === 0 ? null : (
            <LazyMenu
              trigger={
                <Button size="sm" tone="ghost">
                  {t('Add a list')}
                </Button>
              }
              items={names.map((name) => ({
                label: `__${name}__`,
                onSelect: () => set({ text: `${template}${/\S$/.test(template) ? ' ' : ''}__${name}__` }),
              }))}
            />
          )
        }
      >
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
      {wildcardNames(template, withSavedLists(lists, saved)).map((name) => (
        <NamedList
          key={name}
          name={name}
          pasted={lists[name] ?? ''}
          saved={Object.hasOwn(saved, name) ? (saved[name] ?? null) : null}
          onText={(text) => set({ lists: { ...lists, [name]: text } })}
        />
      ))}
      <div className="flex flex-wrap items-end gap-3">
        <SegmentedControl
          aria-label={t('Combinations')}
          value={by}
          options={BY.map(({ value, label }) => ({ value, label: t(label) }))}
          onValueChange={(chosen) => set({ by: chosen === 'random' ? 'random' : 'all' })}
        />
        {by === 'random' ? (
          <>
            <Field label={t('Number of picks')} className="w-28">
              {(control) => (
                <NumberInput
                  {...control}
                  inputMode="numeric"
                  value={wildcards.count}
                  onChange={(event) => set({ count: event.target.value })}
                />
              )}
            </Field>
            <Field label={t('Seed of the picks')} className="min-w-28 flex-1">
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
                    aria-label={t('Pick again')}
                    title={t('Pick again')}
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

interface NamedListProps {
  name: string;
  /** For this sweep only; empty for the values of the saved list. */
  pasted: string;
  /** `null` without a saved list of this name. */
  saved: string | null;
  onText: (text: string) => void;
}

/** Where the values of a list come from: the wildcard list of this name, or a text for this sweep, which can become one. */
function NamedList({ name, pasted, saved, onText }: NamedListProps) {
  const [isSaving, setSaving] = useState(false);
  if (saved !== null && pasted.trim() === '') {
    return (
      <p className="flex flex-wrap items-center justify-between gap-2 rounded-md bg-raised px-3 py-1.5 text-sm">
        <span className="min-w-0 wrap-anywhere">
          {t('__{name}__: {count, plural, one {# value} other {# values}} from the saved list', {
            name,
            count: listValues(saved).length,
          })}
        </span>
        <Button
          size="sm"
          aria-label={t('Edit the values of __{name}__ for this sweep', { name })}
          onClick={() => onText(saved)}
        >
          {t('Edit for this sweep')}
        </Button>
      </p>
    );
  }
  return (
    <TextFileTarget label={t('values of __{name}__', { name })} onText={onText}>
      <Field
        label={t('Values of __{name}__', { name })}
        hint={t('One per line, or drop a text file.')}
        actions={
          saved !== null ? (
            <Button size="sm" tone="ghost" onClick={() => onText('')}>
              {t('Use the saved list')}
            </Button>
          ) : pasted.trim() === '' ? null : (
            <Button size="sm" tone="ghost" onClick={() => setSaving(true)}>
              {t('Save as a list…')}
            </Button>
          )
        }
      >
        {(control) => (
          <TextArea {...control} rows={3} value={pasted} onChange={(event) => onText(event.target.value)} />
        )}
      </Field>
      {isSaving ? (
        <SnippetsDialog kind="wildcard" saved={{ name, text: pasted }} onClose={() => setSaving(false)} />
      ) : null}
    </TextFileTarget>
  );
}
