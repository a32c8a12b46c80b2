import { Copy, Ellipsis } from 'lucide-react';
import { createContext, use } from 'react';
import type { InputSource } from '@contract/workflow/generation-inputs/generation-inputs';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';
import { copyText } from '@/shared/copy-text';
import { Button } from '@/ui/button';
import { LazyMenu } from '@/ui/overlay/lazy-menu';
import type { MenuItem } from '@/ui/overlay/menu';
import type { SearchedValue } from './search-for-values';

/** In dense rows, buttons show on hover, on focus and while their menu is open, and always on touch screens. */
const QUIET =
  'opacity-0 group-hover:opacity-100 focus-visible:opacity-100 aria-expanded:opacity-100 [@media(hover:none)]:opacity-100';

/** A value on screen, and the input that has it. */
export interface ShownValue extends InputSource, SearchedValue {}

/** What the page offers for the values of a row. @param name label of the row */
export type OfferForValues = (name: string, values: readonly ShownValue[]) => MenuItem | null;

/** What can be done with values besides copying them, in the order of the menu. */
export const ValueOffersContext = createContext<readonly OfferForValues[]>([]);

interface ValueActionsProps {
  /** What the value is called when it was reused. */
  name: string;
  /** Names the buttons, if that is more than the name. */
  label?: string;
  /** What is copied. */
  text: string;
  /** Called when the menu opens. */
  values: () => readonly ShownValue[];
  /** In dense rows the buttons show on hover and focus; on touch screens, the menu has them all. */
  isQuiet?: boolean;
}

/** Copies a value; a menu reuses it and searches for it. Pages have hundreds of them: the menu is mounted by the first press. */
export function ValueActions({ name, label = name, text, values, isQuiet = false }: ValueActionsProps) {
  const offers = use(ValueOffersContext);
  const items = (): MenuItem[] => [
    { label: t('Copy'), icon: <Copy aria-hidden />, onSelect: () => void copyText(text, name) },
    ...offers.flatMap((offer) => offer(name, values()) ?? []),
  ];
  return (
    <span className={classNames('flex', isQuiet && '[@media(hover:none)]:[&>:first-child]:hidden')}>
      <CopyValue text={text} name={label} isQuiet={isQuiet} />
      {offers.length === 0 ? null : (
        <LazyMenu
          trigger={
            <Button
              tone="ghost"
              size="icon-sm"
              aria-label={t('More for {name}', { name: label })}
              title={t('More')}
              className={classNames('-my-1', isQuiet && QUIET)}
            >
              <Ellipsis aria-hidden />
            </Button>
          }
          items={items}
        />
      )}
    </span>
  );
}

interface CopyValueProps {
  text: string;
  /** As in the label of the value. */
  name: string;
  /** In dense rows. */
  isQuiet?: boolean;
}

function CopyValue({ text, name, isQuiet = false }: CopyValueProps) {
  return (
    <Button
      tone="ghost"
      size="icon-sm"
      aria-label={t('Copy {name}', { name })}
      title={t('Copy')}
      className={classNames('-my-1', isQuiet && QUIET)}
      onClick={() => void copyText(text, name)}
    >
      <Copy aria-hidden />
    </Button>
  );
}
