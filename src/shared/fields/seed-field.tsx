import { Dices, History } from 'lucide-react';
import { randomSeed } from '@/lib/seed';
import { Button } from '@/ui/button';
import { LazySelect } from '@/ui/input/lazy-select';
import type { SelectOption } from '@/ui/input/select';
import { NumberField, type NumberFieldProps } from './number-field';
import { limitsOf } from './number-range';

interface SeedFieldProps extends Omit<NumberFieldProps, 'extras' | 'isMono'> {
  /** Change of the seed after each run; absent if not supported. */
  afterRun?: { mode: string; modes: readonly SelectOption[]; onMode: (mode: string) => void };
  /** Seed of the last job as text, `null` without one; absent if not supported. */
  lastSeed?: string | null;
}

/** 64-bit number with a randomize button, the seed of the last job, and its change after each run. */
export function SeedField({ afterRun, lastSeed, ...field }: SeedFieldProps) {
  const { label } = field.frame;
  return (
    <NumberField
      {...field}
      isMono
      extras={
        <>
          <Button
            size="icon"
            aria-label={`New random ${label}`}
            title="New random value"
            onClick={() => field.onText(randomSeed(limitsOf(field.range)))}
          >
            <Dices aria-hidden />
          </Button>
          {lastSeed === undefined ? null : (
            <Button
              size="icon"
              aria-label={`Reuse last ${label}`}
              title={lastSeed === null ? undefined : `Reuse the value of the last job: ${lastSeed}`}
              disabledReason={
                lastSeed === null
                  ? 'No job of this draft yet'
                  : lastSeed === field.text
                    ? 'Same value as in the last job'
                    : null
              }
              onClick={() => field.onText(lastSeed ?? '')}
            >
              <History aria-hidden />
            </Button>
          )}
          {afterRun ? (
            <div className="w-32 shrink-0">
              <LazySelect
                aria-label={`${label} after each run`}
                placeholder=""
                value={afterRun.mode}
                options={afterRun.modes}
                onValueChange={afterRun.onMode}
              />
            </div>
          ) : null}
        </>
      }
    />
  );
}
