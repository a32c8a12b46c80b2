import { ArrowDown, ArrowUp, X } from 'lucide-react';
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
        aria-label={`Move ${name} up`}
        title="Move up (Alt ↑)"
        disabledReason={canMove.up ? null : 'It is the first.'}
        onClick={() => onStep(-1)}
      >
        <ArrowUp aria-hidden />
      </Button>
      <Button
        size="icon-sm"
        tone="ghost"
        data-control="down"
        aria-label={`Move ${name} down`}
        title="Move down (Alt ↓)"
        disabledReason={canMove.down ? null : 'It is the last.'}
        onClick={() => onStep(1)}
      >
        <ArrowDown aria-hidden />
      </Button>
      <Button
        size="icon-sm"
        tone="ghost"
        data-control="remove"
        aria-label={`Remove ${name}`}
        title={removeTitle}
        onClick={onRemove}
      >
        <X aria-hidden />
      </Button>
    </span>
  );
}
