import { Check, ChevronDown, Dices, History } from 'lucide-react';
import { useState } from 'react';
import { t } from '@/lib/i18n/messages';
import { randomSeed } from '@/lib/seed';
import { Button } from '@/ui/button';
import { LazySelect } from '@/ui/input/lazy-select';
import type { SelectOption } from '@/ui/input/select';
import { LazyMenu } from '@/ui/overlay/lazy-menu';
import { NumberField, type NumberFieldProps } from './number-field';
import { limitsOf } from './number-range';

interface SeedFieldProps extends Omit<NumberFieldProps, 'extras' | 'isMono'> {
  /** Change of the seed with each run; absent if not supported. */
  change?: { label: string; mode: string; modes: readonly SelectOption[]; onMode: (mode: string) => void };
  /** Seed of the last job as text, `null` without one; absent if not supported. */
  lastSeed?: string | null;
  /** Returns the seeds of earlier jobs as texts, newest first. Called when their menu opens. */
  readUsedSeeds?: () => readonly string[];
}

/** 64-bit number with a randomize button, the seed of the last job, and its change with each run. */
export function SeedField({ change, lastSeed, readUsedSeeds, ...field }: SeedFieldProps) {
  const { label } = field.frame;
  return (
    <NumberField
      {...field}
      isMono
      extras={
        <>
          <Button
            size="icon"
            aria-label={t('New random {label}', { label })}
            title={t('New random value')}
            onClick={() => field.onText(randomSeed(limitsOf(field.range)))}
          >
            <Dices aria-hidden />
          </Button>
          {lastSeed === undefined ? null : (
            <Button
              size="icon"
              aria-label={t('Reuse last {label}', { label })}
              title={lastSeed === null ? undefined : t('Reuse the value of the last job: {seed}', { seed: lastSeed })}
              disabledReason={
                lastSeed === null
                  ? t('No job of this draft yet')
                  : lastSeed === field.text
                    ? t('Same value as in the last job')
                    : null
              }
              onClick={() => field.onText(lastSeed ?? '')}
            >
              <History aria-hidden />
            </Button>
          )}
          {readUsedSeeds && lastSeed ? (
            <UsedSeeds label={label} current={field.text} read={readUsedSeeds} onChoose={field.onText} />
          ) : null}
          {change ? (
            <div className="w-30 shrink-0 max-sm:w-full">
              <LazySelect
                aria-label={change.label}
                placeholder=""
                value={change.mode}
                options={change.modes}
                onValueChange={change.onMode}
              />
            </div>
          ) : null}
        </>
      }
    />
  );
}

interface UsedSeedsProps {
  label: string;
  current: string;
  read: () => readonly string[];
  onChoose: (seed: string) => void;
}

/** The seeds of earlier jobs, read when the menu is about to open: each comes from the workflow of its job. */
function UsedSeeds({ label, current, read, onChoose }: UsedSeedsProps) {
  const [seeds, setSeeds] = useState<readonly string[]>([]);
  const refresh = () => setSeeds(read());
  return (
    <LazyMenu
      trigger={
        <Button
          size="icon"
          className="-ml-1.5 w-5 border-transparent bg-transparent"
          aria-label={t('Earlier values of {label}', { label })}
          title={t('Earlier values')}
          onPointerDown={refresh}
          onFocus={refresh}
        >
          <ChevronDown aria-hidden />
        </Button>
      }
      items={seeds.map((seed, index) => ({
        label: index === 0 ? t('{seed} (last job)', { seed }) : seed,
        icon: seed === current ? <Check aria-hidden /> : <History aria-hidden />,
        onSelect: () => onChoose(seed),
      }))}
    />
  );
}
