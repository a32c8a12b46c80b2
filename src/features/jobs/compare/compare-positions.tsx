import { ArrowLeftRight, Plus, X } from 'lucide-react';
import { Fragment } from 'react';
import type { Output } from '@contract/jobs/schemas';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { MAX_COMPARED } from '@/shared/compare/compare-model';
import { Select } from '@/ui/input/select';
import {
  choicesFor,
  comparable,
  comparedKind,
  positionNames,
  withoutPosition,
  withPosition,
  type Compared,
} from './compare-model';

interface ComparePositionsProps {
  outputs: readonly Output[];
  compared: Compared;
  onChange: (compared: Compared) => void;
}

/** Selects the output for each position; adds and removes positions. */
export function ComparePositions({ outputs, compared, onChange }: ComparePositionsProps) {
  const names = positionNames(compared.length);
  const kind = comparedKind(compared[0]) ?? 'image';
  const addLabel = kind === 'video' ? t('Add another video') : t('Add another image');
  const added = comparable(outputs, compared[0]).find((output) => !compared.includes(output));
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1 max-sm:w-full">
      {compared.map((output, position) => (
        <Fragment key={names[position]}>
          {compared.length === 2 && position === 1 ? (
            <Button
              tone="ghost"
              size="icon-sm"
              aria-label={t('Swap the sides')}
              title={t('Swap the sides')}
              onClick={() => onChange([compared[1], compared[0]])}
            >
              <ArrowLeftRight aria-hidden />
            </Button>
          ) : null}
          <Select
            aria-label={t('{kind, select, video {{position} video} other {{position} image}}', {
              kind,
              position: names[position] ?? '',
            })}
            className={compared.length === 2 ? 'max-sm:flex-1 sm:w-48' : 'max-sm:w-[calc(50%-34px)] sm:w-36'}
            value={output.id}
            options={choicesFor(outputs, compared, position).map(({ id, name }) => ({ value: id, label: name }))}
            onValueChange={(id) => {
              const chosen = outputs.find((one) => one.id === id);
              if (chosen) onChange(withPosition(compared, position, chosen));
            }}
          />
          {compared.length > 2 ? (
            <Button
              tone="ghost"
              size="icon-sm"
              aria-label={removeLabel(kind, position)}
              title={t('Remove')}
              onClick={() => onChange(withoutPosition(compared, position))}
            >
              <X aria-hidden />
            </Button>
          ) : null}
        </Fragment>
      ))}
      {added && compared.length < MAX_COMPARED ? (
        <Button
          tone="ghost"
          size="icon-sm"
          aria-label={addLabel}
          title={addLabel}
          onClick={() => onChange(withPosition(compared, compared.length, added))}
        >
          <Plus aria-hidden />
        </Button>
      ) : null}
    </div>
  );
}

function removeLabel(kind: 'image' | 'video', position: number): string {
  return kind === 'video'
    ? t(
        '{position, plural, =0 {Remove the first video} =1 {Remove the second video} =2 {Remove the third video} other {Remove the fourth video}}',
        { position },
      )
    : t(
        '{position, plural, =0 {Remove the first image} =1 {Remove the second image} =2 {Remove the third image} other {Remove the fourth image}}',
        { position },
      );
}
