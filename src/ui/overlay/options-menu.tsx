import { Check, Settings } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { MenuShell } from './menu-shell';

interface ChoiceOption {
  label: string;
  isOn: boolean;
  onChoose: () => void;
}

export interface ChoiceSection {
  label: string;
  /** Exactly one option is on; otherwise each is independent. */
  isOneOf: boolean;
  options: readonly ChoiceOption[];
}

interface OptionsMenuProps {
  /** A button; radix gives it the menu's state. */
  trigger: ReactNode;
  sections: readonly ChoiceSection[];
  /** Leads to a page with more to set; below the sections. */
  link?: { label: string; onSelect: () => void };
}

/** Menu of grouped settings. It stays open, so that the effect is visible behind it. */
export function OptionsMenu({ trigger, sections, link }: OptionsMenuProps) {
  return (
    <MenuShell
      trigger={trigger}
      className="max-h-(--radix-dropdown-menu-content-available-height) min-w-56 overflow-y-auto"
    >
      {sections.map(({ label, isOneOf, options }) => (
        <DropdownMenu.Group
          key={label}
          className="not-first:mt-1 not-first:border-t not-first:border-line not-first:pt-1"
        >
          <DropdownMenu.Label className="flex h-7 items-center px-2 text-sm text-muted">{label}</DropdownMenu.Label>
          {isOneOf ? (
            <DropdownMenu.RadioGroup value={options.find(({ isOn }) => isOn)?.label ?? ''} aria-label={label}>
              {options.map((option) => (
                <DropdownMenu.RadioItem key={option.label} value={option.label} {...itemProps(option)} />
              ))}
            </DropdownMenu.RadioGroup>
          ) : (
            options.map((option) => (
              <DropdownMenu.CheckboxItem key={option.label} checked={option.isOn} {...itemProps(option)} />
            ))
          )}
        </DropdownMenu.Group>
      ))}
      {link ? (
        <DropdownMenu.Item
          onSelect={link.onSelect}
          className="mt-1 flex h-8 items-center gap-2 rounded-b border-t border-line pr-3 pl-2 outline-none select-none data-highlighted:bg-hover [&_svg]:size-4 [&_svg]:text-faint"
        >
          <Settings aria-hidden />
          {link.label}
        </DropdownMenu.Item>
      ) : null}
    </MenuShell>
  );
}

/** Both kinds of items look and behave alike; radix exposes their roles to screen readers. */
function itemProps({ label, onChoose }: ChoiceOption) {
  return {
    className:
      'flex h-8 items-center gap-2 rounded pr-3 pl-2 outline-none select-none data-highlighted:bg-hover [&_svg]:size-4 [&_svg]:text-accent',
    onSelect: (event: Event) => {
      event.preventDefault();
      onChoose();
    },
    children: (
      <>
        <span className="flex size-4 items-center">
          <DropdownMenu.ItemIndicator>
            <Check aria-hidden />
          </DropdownMenu.ItemIndicator>
        </span>
        {label}
      </>
    ),
  };
}
