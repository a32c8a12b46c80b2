import { useState, type ComponentProps } from 'react';
import { classNames } from '@/lib/class-names';
import { Combobox } from './combobox';
import { Select, type SelectOption } from './select';
import { selectTrigger } from './select-trigger';

/** Longer lists get a search field. */
const MAX_LOOKED_THROUGH = 15;

interface LazySelectProps extends Omit<ComponentProps<'button'>, 'value' | 'onChange' | 'ref' | 'children'> {
  /** Null: nothing is chosen. */
  value: string | null;
  options: readonly SelectOption[];
  onValueChange: (value: string) => void;
  placeholder: string;
}

/**
 * A select for forms that have hundreds of them: a plain button, until its first press. What radix builds
 * around a closed select costs a form of 500 fields more than all the rest of it.
 */
export function LazySelect({ value, options, onValueChange, placeholder, className, ...trigger }: LazySelectProps) {
  const [isActivated, setActivated] = useState(false);
  const label = value === null ? undefined : options.find((option) => option.value === value)?.label;
  if (!isActivated) {
    return (
      <button
        type="button"
        {...trigger}
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={false}
        aria-controls={undefined}
        data-placeholder={label === undefined ? '' : undefined}
        className={classNames(selectTrigger(), className)}
        onClick={() => setActivated(true)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setActivated(true);
        }}
      >
        <span className="min-w-0 flex-1 truncate">{label ?? placeholder}</span>
        {/* By hand: what lucide builds around an icon is the larger part of a closed select, and forms have hundreds. */}
        <svg aria-hidden viewBox="0 0 24 24" className="size-4 fill-none stroke-current stroke-2 text-faint">
          <path d="m6 9 6 6 6-6" strokeLinecap="round" strokeLinejoin="round" />
        </svg>
      </button>
    );
  }
  const List = options.length > MAX_LOOKED_THROUGH ? Combobox : Select;
  return (
    <List
      {...trigger}
      value={value ?? ''}
      options={options}
      placeholder={placeholder}
      onValueChange={onValueChange}
      {...(className === undefined ? {} : { className })}
      isOpenAtOnce
    />
  );
}
