import type { ComponentProps } from 'react';

interface SwitchProps extends Omit<ComponentProps<'button'>, 'onChange'> {
  checked: boolean;
  onCheckedChange: (isOn: boolean) => void;
}

export function Switch({ checked, onCheckedChange, ...rest }: SwitchProps) {
  return (
    <button
      type="button"
      {...rest}
      role="switch"
      aria-checked={checked}
      className="group inline-flex h-6 w-10 shrink-0 items-center rounded-full border border-control bg-hover px-0.5 transition-colors aria-checked:border-accent aria-checked:bg-accent"
      onClick={() => onCheckedChange(!checked)}
    >
      <span className="size-4 rounded-full bg-muted transition-transform group-aria-checked:translate-x-[18px] rtl:group-aria-checked:-translate-x-[18px] group-aria-checked:bg-accent-text" />
    </button>
  );
}
