import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';

interface RowButtonsProps {
  /** Such as "seed" or "group Style". */
  name: string;
  canMove: { up: boolean; down: boolean };
  onStep: (step: 1 | -1) => void;
  removeTitle: string;
  onRemove: () => void;
}

export function RowButtons({ name, canMove, onStep, removeTitle, onRemove }: RowButtonsProps) {
  return (
    <span className="flex shrink-0">
      <Button
        size="icon-sm"
        tone="ghost"
        data-control="up"
        aria-label={t('Move {name} up', { name })}
        title={t('Move up (Alt ↑)')}
        disabledReason={canMove.up ? null : t('It is the first.')}
        onClick={() => onStep(-1)}
      >
        <ArrowUp aria-hidden />
      </Button>
      <Button
        size="icon-sm"
        tone="ghost"
        data-control="down"
        aria-label={t('Move {name} down', { name })}
        title={t('Move down (Alt ↓)')}
        disabledReason={canMove.down ? null : t('It is the last.')}
        onClick={() => onStep(1)}
      >
        <ArrowDown aria-hidden />
      </Button>
      <Button
        size="icon-sm"
        tone="ghost"
        data-control="remove"
        aria-label={t('Remove {name}', { name })}
        title={removeTitle}
        onClick={onRemove}
      >
        <X aria-hidden />
      </Button>
    </span>
  );
}
