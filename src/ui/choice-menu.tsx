import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { LayerMask, useLayer } from './layer';

export interface ChoiceSection {
  label: string;
  /** One of the options is on, always; else each is on or off by itself. */
  isOneOf: boolean;
  options: readonly { label: string; isOn: boolean; onChoose: () => void }[];
}

interface ChoiceMenuProps {
  /** A button; radix gives it the menu's state. */
  trigger: ReactNode;
  sections: readonly ChoiceSection[];
}

const ITEM =
  'flex h-8 items-center gap-2 rounded pr-3 pl-2 outline-none select-none data-highlighted:bg-hover [&_svg]:size-4 [&_svg]:text-accent';

/** Settings in groups. It stays open, so that what is chosen is seen behind it. */
export function ChoiceMenu({ trigger, sections }: ChoiceMenuProps) {
  const { triggerRef, home, isOpen, onOpenChange } = useLayer<HTMLButtonElement>();
  return (
    <DropdownMenu.Root open={isOpen} onOpenChange={onOpenChange}>
      {isOpen ? <LayerMask home={home} /> : null}
      <DropdownMenu.Trigger asChild ref={triggerRef}>
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={home}>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-56 overflow-y-auto rounded-lg border border-control bg-panel p-1 shadow-lg shadow-overlay"
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
                    <DropdownMenu.RadioItem
                      key={option.label}
                      value={option.label}
                      className={ITEM}
                      onSelect={(event) => {
                        event.preventDefault();
                        option.onChoose();
                      }}
                    >
                      <Mark />
                      {option.label}
                    </DropdownMenu.RadioItem>
                  ))}
                </DropdownMenu.RadioGroup>
              ) : (
                options.map((option) => (
                  <DropdownMenu.CheckboxItem
                    key={option.label}
                    checked={option.isOn}
                    className={ITEM}
                    onSelect={(event) => {
                      event.preventDefault();
                      option.onChoose();
                    }}
                  >
                    <Mark />
                    {option.label}
                  </DropdownMenu.CheckboxItem>
                ))
              )}
            </DropdownMenu.Group>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function Mark() {
  return (
    <span className="flex size-4 items-center">
      <DropdownMenu.ItemIndicator>
        <Check aria-hidden />
      </DropdownMenu.ItemIndicator>
    </span>
  );
}
