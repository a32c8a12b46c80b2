import { useDeferredValue, useId, useState } from 'react';
import { t } from '@/lib/i18n/messages';
import { valueText } from '@/shared/fields/typed-text';
import { Button } from '@/ui/button';
import { TextInput } from '@/ui/input/text-input';
import { choiceKey } from '../plan/field-value';
import { choicesOf } from '../plan/sweep-form';
import { focusMark } from './focus-mark';
import type { SourceEditorProps } from './source-editor-props';

/** Shorter lists need no search. */
const SEARCHED_FROM = 10;
/** A server may list thousands of models; the search finds the rest. */
const MAX_SHOWN = 200;

/** Some of the values of an enumeration. */
export function ChoicesEditor({ axis, field, hasAutofocus, onChange }: SourceEditorProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed).trim().toLowerCase();
  const all = choicesOf(field).map((choice) => ({ key: choiceKey(choice), label: valueText(choice) || '(empty)' }));
  const found = all.filter(({ label }) => label.toLowerCase().includes(search));
  const chosen = new Set(axis.choices);
  const isAllChosen = found.length > 0 && found.every(({ key }) => chosen.has(key));
  const choose = (keys: readonly string[], isOn: boolean) => {
    const next = new Set(chosen);
    for (const key of keys) {
      if (isOn) next.add(key);
      else next.delete(key);
    }
    onChange({ choices: [...next] });
  };
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        {all.length >= SEARCHED_FROM ? (
          <TextInput
            {...focusMark(hasAutofocus)}
            type="search"
            aria-label={t('Search the values of {name}', { name: field.name })}
            placeholder={t('Search {count} values', { count: all.length })}
            className="min-w-40 flex-1"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        ) : null}
        <Button
          {...focusMark(hasAutofocus && all.length < SEARCHED_FROM)}
          disabledReason={found.length === 0 ? t('No values to choose') : null}
          onClick={() =>
            choose(
              found.map(({ key }) => key),
              !isAllChosen,
            )
          }
        >
          {isAllChosen
            ? t('Choose none')
            : search === ''
              ? t('Choose all')
              : t('Choose {count} found', { count: found.length })}
        </Button>
      </div>
      <ul
        aria-label={t('Values of {name}', { name: field.name })}
        className="max-h-52 overflow-y-auto rounded-md border border-line bg-canvas p-1"
      >
        {found.slice(0, MAX_SHOWN).map(({ key, label }, index) => (
          <li key={key}>
            <label htmlFor={`${id}-${index}`} className="flex min-h-7 items-center gap-2 rounded px-2 hover:bg-hover">
              <input
                id={`${id}-${index}`}
                type="checkbox"
                className="shrink-0 accent-accent"
                checked={chosen.has(key)}
                onChange={({ currentTarget }) => choose([key], currentTarget.checked)}
              />
              <span className="min-w-0 truncate" title={label}>
                {label}
              </span>
            </label>
          </li>
        ))}
        {found.length > MAX_SHOWN ? (
          <li className="px-2 py-1 text-sm text-muted">
            {t('and {count, plural, one {# more value} other {# more values}}: search to see them', {
              count: found.length - MAX_SHOWN,
            })}
          </li>
        ) : null}
        {found.length === 0 ? <li className="px-2 py-1 text-sm text-muted">{t('No results.')}</li> : null}
      </ul>
    </div>
  );
}
