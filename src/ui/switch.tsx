import { Switch as RadixSwitch } from 'radix-ui';
import type { ComponentProps } from 'react';

export function Switch(props: ComponentProps<typeof RadixSwitch.Root>) {
  return (
    <RadixSwitch.Root
      {...props}
      className="inline-flex h-6 w-10 shrink-0 items-center rounded-full border border-control bg-hover px-0.5 transition-colors data-[state=checked]:border-accent data-[state=checked]:bg-accent"
    >
      <RadixSwitch.Thumb className="size-4 rounded-full bg-muted transition-transform data-[state=checked]:translate-x-[18px] data-[state=checked]:bg-accent-text" />
    </RadixSwitch.Root>
  );
}
