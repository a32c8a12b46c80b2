import { cloneElement, useState, type MouseEvent, type ReactElement } from 'react';
import { Menu, type MenuItem } from './menu';

interface LazyMenuProps {
  trigger: ReactElement<{ onClick?: (event: MouseEvent) => void; 'aria-haspopup'?: 'menu' }>;
  /** A function is called once the menu was opened. */
  items: readonly MenuItem[] | (() => readonly MenuItem[]);
  align?: 'start' | 'end';
}

/** Menu for lists with hundreds of rows: its trigger is a plain button until the first press. */
export function LazyMenu({ trigger, items, align = 'end' }: LazyMenuProps) {
  const [isActivated, setActivated] = useState(false);
  if (!isActivated) return cloneElement(trigger, { 'aria-haspopup': 'menu', onClick: () => setActivated(true) });
  return <Menu trigger={trigger} items={typeof items === 'function' ? items() : items} align={align} isOpenAtOnce />;
}
