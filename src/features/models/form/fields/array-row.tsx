import { ArrowDown, ArrowUp, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import type { ArrayField } from '../../schema/field';
import { useFormParts } from '../state/form-context';

interface ArrayRowProps {
  field: ArrayField;
  index: number;
  count: number;
  onMove: (from: number, to: number) => void;
  onRemove: (index: number) => void;
}

/** Row of an item: its position, its control and its actions. Alt with an arrow key moves it. */
export function ArrayRow({ field, index, count, onMove, onRemove }: ArrayRowProps) {
  const { FieldView } = useFormParts();
  const item = field.item(index);
  const isLarge = ['object', 'array', 'map', 'union'].includes(item.kind);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (step === 0 || !event.altKey || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    onMove(index, index + step);
  };
  const name = `${field.title} ${index + 1}`;
  const actions = (
    <>
      <Button
        tone="ghost"
        size="icon-sm"
        aria-label={t('Move {name} up', { name })}
        title={t('Move up (Alt ↑)')}
        disabledReason={index === 0 ? t('It is the first.') : null}
        onClick={() => onMove(index, index - 1)}
      >
        <ArrowUp aria-hidden />
      </Button>
      <Button
        tone="ghost"
        size="icon-sm"
        aria-label={t('Move {name} down', { name })}
        title={t('Move down (Alt ↓)')}
        disabledReason={index === count - 1 ? t('It is the last.') : null}
        onClick={() => onMove(index, index + 1)}
      >
        <ArrowDown aria-hidden />
      </Button>
      <Button
        tone="ghost"
        size="icon-sm"
        aria-label={t('Remove {name}', { name })}
        title={t('Remove')}
        onClick={() => onRemove(index)}
      >
        <X aria-hidden />
      </Button>
    </>
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys belong to the controls inside
    <li aria-label={name} className={isLarge ? 'rounded-lg border border-line p-3' : undefined} onKeyDown={onKeyDown}>
      {isLarge ? (
        <>
          <div className="mb-2 flex items-center">
            <span aria-hidden className="mr-auto text-sm text-faint">
              {index + 1}
            </span>
            {actions}
          </div>
          <FieldView field={item} isBare />
        </>
      ) : (
        <div className="flex items-start">
          <span aria-hidden className="w-6 shrink-0 pt-1.5 text-sm text-faint">
            {index + 1}
          </span>
          <div className="mr-1 min-w-0 flex-1">
            <FieldView field={item} isBare />
          </div>
          {actions}
        </div>
      )}
    </li>
  );
}
