import { Check } from 'lucide-react';
import { useDeferredValue, useId, useState, type ComponentProps, type KeyboardEvent } from 'react';
import { classNames } from '@/lib/class-names';
import { useVirtualList } from '@/lib/hooks/use-virtual-list';
import { t } from '@/lib/i18n/messages';
import { moveByKey } from './list-moves';
import { PickerPopover, PickerSearch } from './picker-popover';
import { searchOptions } from './search-options';
import type { SelectOption } from './select';

const ROW_PX = 28;

interface ComboboxProps extends Omit<ComponentProps<'button'>, 'value' | 'onChange' | 'ref' | 'children'> {
  value: string;
  options: readonly SelectOption[];
  onValueChange: (value: string) => void;
  placeholder: string;
  isOpenAtOnce?: boolean;
}

/** One value out of very many: typed, or scrolled to. Only the rows in view exist. */
export function Combobox({ value, options, onValueChange, placeholder, ...trigger }: ComboboxProps) {
  const label = options.find((option) => option.value === value)?.label;
  return (
    <PickerPopover
      {...trigger}
      chosen={label ?? null}
      placeholder={placeholder}
      contentId={`${trigger.id}-values`}
      contentLabel={t('Choose a value')}
    >
      {(close) => (
        <SearchedList
          value={value}
          options={options}
          onChoose={(chosen) => {
            onValueChange(chosen);
            close();
          }}
        />
      )}
    </PickerPopover>
  );
}

interface SearchedListProps {
  value: string;
  options: readonly SelectOption[];
  onChoose: (value: string) => void;
}

function SearchedList({ value, options, onChoose }: SearchedListProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed);
  const found = searchOptions(options, search);
  const chosen = found.findIndex((option) => option.value === value);
  const [active, setActive] = useState(Math.max(0, chosen));
  const { scroller, listStyle, rows, rowProps, scrollToRow } = useVirtualList({
    count: found.length,
    heightOf: () => ROW_PX,
    initialOffset: Math.max(0, chosen - 3) * ROW_PX,
  });

  const goTo = (index: number) => {
    const next = Math.min(found.length - 1, Math.max(0, index));
    setActive(next);
    scrollToRow(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moved = moveByKey(event.key, active, found.length);
    if (event.key === 'Enter') {
      // The list shows the typed text a moment later, and must not choose by an earlier one.
      const option = (search === typed ? found : searchOptions(options, typed))[active];
      if (option) onChoose(option.value);
    } else if (moved !== null) goTo(moved);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <PickerSearch
        aria-label={t('Search the values')}
        listId={`${id}-list`}
        aria-activedescendant={found.length > 0 ? `${id}-${active}` : undefined}
        placeholder={t('Search {count, plural, one {# value} other {# values}}', { count: options.length })}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          goTo(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={scroller} className="max-h-64 overflow-y-auto overscroll-contain p-1">
        <div role="listbox" id={`${id}-list`} aria-label={t('Values')} className="relative" style={listStyle}>
          {rows.map((row) => {
            const option = found[row.index];
            if (!option) return null;
            return (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the search field has the focus and takes the keys
              <div
                key={option.value}
                {...rowProps(row)}
                role="option"
                id={`${id}-${row.index}`}
                aria-selected={option.value === value}
                onClick={() => onChoose(option.value)}
                onPointerMove={() => setActive(row.index)}
                className={classNames(
                  'absolute inset-x-0 flex cursor-default items-center gap-2 rounded pr-3 pl-2 select-none',
                  row.index === active && 'bg-hover',
                )}
              >
                <span className="flex size-4 shrink-0 items-center">
                  {option.value === value ? <Check aria-hidden className="size-4 text-accent" /> : null}
                </span>
                <span className="min-w-0 truncate" title={option.label}>
                  {option.label}
                </span>
              </div>
            );
          })}
        </div>
      </div>
      <p role="status" className={found.length === 0 ? 'px-3 pb-3 text-sm text-muted' : 'sr-only'}>
        {found.length === 0
          ? t('No results.')
          : t('{count, plural, one {# value} other {# values}}', { count: found.length })}
      </p>
    </>
  );
}
