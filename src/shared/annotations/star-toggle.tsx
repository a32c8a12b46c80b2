import { Star } from 'lucide-react';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';
import { useCommandHint } from '@/shared/commands/key-labels';
import { Button, type ButtonProps } from '@/ui/button';

interface StarToggleProps extends Pick<ButtonProps, 'tone' | 'size' | 'isBusy'> {
  isStarred: boolean;
  /** Says where the star is kept. */
  place: string;
  /** Its name beside other stars, where the key of the command would be ambiguous. */
  label?: string | undefined;
  onToggle: () => void;
}

/** Star of a job or a file. Its tooltip says where the star is kept. */
export function StarToggle({ isStarred, place, label, onToggle, ...style }: StarToggleProps) {
  const action = isStarred ? t('Remove star') : t('Star');
  const keyHint = useCommandHint(action, 'star');
  const hint = label === undefined ? keyHint : { title: action };
  return (
    <Button
      {...style}
      aria-label={label ?? t('Star')}
      aria-pressed={isStarred}
      {...hint}
      title={isStarred ? hint.title : t('{action}. {place}', { action: hint.title, place })}
      onClick={onToggle}
    >
      {style.isBusy ? null : <Star aria-hidden className={classNames(isStarred && 'fill-current text-warn')} />}
    </Button>
  );
}
