import { cloneElement, lazy, Suspense, useState, type MouseEvent, type ReactElement } from 'react';
import type { MenuItem } from './menu';

const Menu = lazy(async () => ({ default: (await import('./menu')).Menu }));

interface LazyMenuProps {
  trigger: ReactElement<{ onClick?: (event: MouseEvent) => void; 'aria-haspopup'?: 'menu' }>;
  items: readonly MenuItem[];
}

/** A menu for rows of which there are hundreds: its trigger is a plain button, until the first press brings the menu. */
export function LazyMenu({ trigger, items }: LazyMenuProps) {
  const [isAwake, setAwake] = useState(false);
  const plain = cloneElement(trigger, { 'aria-haspopup': 'menu', onClick: () => setAwake(true) });
  return isAwake ? (
    <Suspense fallback={plain}>
      <Menu trigger={trigger} items={items} isOpenAtOnce />
    </Suspense>
  ) : (
    plain
  );
}
