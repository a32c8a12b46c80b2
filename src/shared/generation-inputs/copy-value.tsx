import { Copy } from 'lucide-react';
import { t } from '@/lib/i18n/messages';
import { copyText } from '@/shared/copy-text';
import { classNames } from '@/lib/class-names';
import { Button } from '@/ui/button';

/** In dense rows, buttons show on hover, on focus and while their menu is open, and always on touch screens. */
export const QUIET =
  'opacity-0 group-hover:opacity-100 focus-visible:opacity-100 aria-expanded:opacity-100 [@media(hover:none)]:opacity-100';

interface CopyValueProps {
  text: string;
  /** As in the label of the value. */
  name: string;
  /** In dense rows. */
  isQuiet?: boolean;
}

export function CopyValue({ text, name, isQuiet = false }: CopyValueProps) {
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
