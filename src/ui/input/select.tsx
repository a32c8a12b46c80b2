import { Check, ChevronDown } from 'lucide-react';
import { Select as RadixSelect } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '@/lib/class-names';
import { cspNonce } from '@/lib/csp-nonce';
import { keepMovedFocus, LayerMask, useLayer } from '../overlay/layer';
import { selectTrigger } from './select-trigger';

export interface SelectOption {
  value: string;
  label: string;
}

interface SelectProps extends Omit<ComponentProps<typeof RadixSelect.Trigger>, 'value' | 'onChange' | 'ref'> {
  value: string;
  options: readonly SelectOption[];
  onValueChange: (value: string) => void;
  placeholder?: string;
  /** Before the value. */
  icon?: ReactNode;
  /** Shows only the icon: the label names the control, and the value is its title. */
  isIcon?: boolean;
  /** In a bar of filters: quiet, and coloured while the value is not the usual one. */
  tone?: 'field' | 'quiet' | 'set';
  /** Of a list that is mounted by the first press on its trigger. */
  isOpenAtOnce?: boolean;
}

export function Select({
  value,
  options,
  onValueChange,
  placeholder,
  icon,
  isIcon = false,
  tone = 'field',
  isOpenAtOnce = false,
  className,
  ...trigger
}: SelectProps) {
  const { triggerRef, home, isOpen, onOpenChange } = useLayer<HTMLButtonElement>(isOpenAtOnce);
  return (
    <RadixSelect.Root value={value} onValueChange={onValueChange} open={isOpen} onOpenChange={onOpenChange}>
      {isOpen ? <LayerMask home={home} /> : null}
      <RadixSelect.Trigger
        {...trigger}
        ref={triggerRef}
        title={isIcon ? options.find((option) => option.value === value)?.label : undefined}
        className={classNames(selectTrigger({ tone, isIcon }), className)}
      >
        {icon ? <span className="shrink-0 [&>svg]:size-4">{icon}</span> : null}
        <span className={isIcon ? 'sr-only' : 'min-w-0 flex-1 truncate'}>
          <RadixSelect.Value placeholder={placeholder} />
        </span>
        {isIcon ? null : (
          <RadixSelect.Icon>
            <ChevronDown aria-hidden className="size-4 text-faint" />
          </RadixSelect.Icon>
        )}
      </RadixSelect.Trigger>
      <RadixSelect.Portal container={home}>
        <RadixSelect.Content
          position="popper"
          sideOffset={4}
          onCloseAutoFocus={keepMovedFocus}
          className="z-70 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) overflow-hidden rounded-lg border border-control bg-panel p-1 shadow-lg shadow-overlay"
        >
          <RadixSelect.Viewport nonce={cspNonce()}>
            {options.map((option) => (
              <RadixSelect.Item
                key={option.value}
                value={option.value}
                className="flex h-7 cursor-default items-center gap-2 rounded pr-3 pl-2 outline-none select-none data-highlighted:bg-hover"
              >
                <span className="flex size-4 items-center">
                  <RadixSelect.ItemIndicator>
                    <Check aria-hidden className="size-4 text-accent" />
                  </RadixSelect.ItemIndicator>
                </span>
                <RadixSelect.ItemText>{option.label}</RadixSelect.ItemText>
              </RadixSelect.Item>
            ))}
          </RadixSelect.Viewport>
        </RadixSelect.Content>
      </RadixSelect.Portal>
    </RadixSelect.Root>
  );
}
