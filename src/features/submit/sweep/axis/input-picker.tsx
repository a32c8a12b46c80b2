import { Check } from 'lucide-react';
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';
import { PickerPopover, PickerSearch } from '@/ui/input/picker-popover';
import type { InputLabel } from '../plan/input-labels';
import { focusMark } from './focus-mark';
import { searchInputs, type InputGroup } from './search-inputs';

interface InputPickerProps {
  id?: string;
  'aria-label'?: string;
  'aria-describedby'?: string | undefined;
  /** Key of the chosen input; `null` for none. */
  value: string | null;
  labels: ReadonlyMap<string, InputLabel>;
  /** Label while nothing is chosen. */
  placeholder: string;
  /** Label of the option that chooses nothing; absent if an input is required. */
  noneLabel?: string;
  hasAutofocus?: boolean;
  onChoose: (key: string | null) => void;
}

/** One input of the workflow: typed or chosen from the list, which is grouped by node. */
export function InputPicker({
  value,
  labels,
  placeholder,
  noneLabel,
  hasAutofocus = false,
  onChoose,
  ...control
}: InputPickerProps) {
  const listId = useId();
  const chosen = value === null ? undefined : labels.get(value);
  return (
    <PickerPopover
      {...control}
      {...focusMark(hasAutofocus)}
      chosen={
        chosen ? (
          <>
            {chosen.name} <span className="text-faint">{chosen.node}</span>
          </>
        ) : null
      }
      placeholder={placeholder}
      contentId={listId}
      contentLabel={t('Choose an input')}
    >
      {(close) => (
        <SearchedInputs
          value={value}
          labels={labels}
          {...(noneLabel === undefined ? {} : { noneLabel })}
          onChoose={(key) => {
            onChoose(key);
            close();
          }}
        />
      )}
    </PickerPopover>
  );
}

type SearchedInputsProps = Pick<InputPickerProps, 'value' | 'labels' | 'noneLabel' | 'onChoose'>;

function SearchedInputs({ value, labels, noneLabel, onChoose }: SearchedInputsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState('');
  const groups = searchInputs(labels, search);
  const keys: (string | null)[] = groups.flatMap(({ inputs }) => inputs.map(({ key }) => key));
  if (noneLabel !== undefined && search.trim() === '') keys.unshift(null);
  const [active, setActive] = useState(() => Math.max(0, keys.indexOf(value)));
  const optionId = (index: number) => `${id}-${index}`;
  const goTo = (index: number) => {
    const next = keys.length === 0 ? 0 : (index + keys.length) % keys.length;
    setActive(next);
    list.current?.querySelector(`[id="${optionId(next)}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') goTo(active + 1);
    else if (event.key === 'ArrowUp') goTo(active - 1);
    else if (event.key === 'Enter') {
      const key = keys[active];
      if (key !== undefined) onChoose(key);
    } else return;
    event.preventDefault();
  };
  const option = (key: string | null, label: string) => {
    const index = keys.indexOf(key);
    return (
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the search field has the focus and handles the keys
      <div
        key={key ?? ''}
        role="option"
        id={optionId(index)}
        aria-selected={key === value}
        onClick={() => onChoose(key)}
        onPointerMove={() => setActive(index)}
        className={classNames(
          'flex h-7 cursor-default items-center gap-2 rounded pr-3 pl-2 select-none',
          index === active && 'bg-hover',
        )}
      >
        <span className="min-w-0 flex-1 truncate" title={label}>
          {label}
        </span>
        {key === value ? <Check aria-hidden className="size-4 shrink-0 text-accent" /> : null}
      </div>
    );
  };
  return (
    <>
      <PickerSearch
        aria-label={t('Search inputs')}
        listId={`${id}-list`}
        aria-activedescendant={keys.length > 0 ? optionId(active) : undefined}
        placeholder={t('Search {count} inputs', { count: labels.size })}
        value={search}
        onChange={(event) => {
          setSearch(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div
        ref={list}
        role="listbox"
        id={`${id}-list`}
        aria-label={t('Inputs')}
        className="max-h-64 overflow-y-auto overscroll-contain p-1"
      >
        {keys[0] === null ? option(null, noneLabel ?? '') : null}
        {groups.map((group) => (
          <Group key={group.nodeId} group={group}>
            {group.inputs.map(({ key, name }) => option(key, name))}
          </Group>
        ))}
      </div>
      <p role="status" className={keys.length === 0 ? 'px-3 pb-3 text-sm text-muted' : 'sr-only'}>
        {keys.length === 0
          ? t('No results.')
          : t('{count, plural, one {# input} other {# inputs}}', { count: keys.length })}
      </p>
    </>
  );
}

function Group({ group: { node, nodeId }, children }: { group: InputGroup; children: ReactNode }) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className="not-first:mt-1">
      <div id={id} className="flex items-baseline justify-between gap-3 px-2 pt-1 text-sm text-faint">
        <span className="min-w-0 truncate">{node}</span>
        <span className="font-mono text-xs">{nodeId}</span>
      </div>
      {children}
    </div>
  );
}
