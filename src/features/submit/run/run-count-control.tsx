import { Minus, Plus, Settings2 } from 'lucide-react';
import { useState } from 'react';
import { useSetting } from '@/lib/settings/use-setting';
import { Button } from '@/ui/button';
import { NumberInput } from '@/ui/input/text-input';
import { OptionsMenu } from '@/ui/overlay/options-menu';
import { hasMovingSeed } from '../draft/runs/plan-runs';
import { AFTER_RUN, afterRunSetting, MAX_RUNS } from '../draft/runs/run-count';
import { useEditor, useSession } from '../draft/session-context';

/** Number of runs that one click starts. */
export function RunCount() {
  const session = useSession();
  const count = useEditor((state) => state.runCount);
  const [typed, setTyped] = useState<string | null>(null);
  const isSame = useEditor((state) => !hasMovingSeed(state));
  return (
    <div className="flex items-center gap-1.5">
      {count > 1 && isSame ? (
        <span className="max-w-56 text-sm text-warn max-lg:hidden">
          Every run is the same unless a seed is set to change
        </span>
      ) : null}
      <div role="group" aria-label="Number of runs" className="flex items-center gap-0.5">
        <span aria-hidden className="mr-1 text-sm text-muted max-md:hidden">
          Runs
        </span>
        <Button
          size="icon"
          tone="ghost"
          className="max-sm:hidden"
          aria-label="One less"
          disabledReason={count <= 1 ? 'At least one run' : null}
          onClick={() => session.setRunCount(count - 1)}
        >
          <Minus aria-hidden />
        </Button>
        <div className="w-12">
          <NumberInput
            aria-label="Runs"
            inputMode="numeric"
            className="px-1 text-center"
            value={typed ?? String(count)}
            onFocus={(event) => event.target.select()}
            onChange={(event) => {
              setTyped(event.target.value);
              if (/^\d+$/.test(event.target.value.trim())) session.setRunCount(Number(event.target.value));
            }}
            onBlur={() => setTyped(null)}
            onKeyDown={(event) => {
              if (event.key === 'ArrowUp') session.setRunCount(count + 1);
              else if (event.key === 'ArrowDown') session.setRunCount(count - 1);
              else return;
              event.preventDefault();
              setTyped(null);
            }}
          />
        </div>
        <Button
          size="icon"
          tone="ghost"
          className="max-sm:hidden"
          aria-label="One more"
          disabledReason={count >= MAX_RUNS ? `At most ${MAX_RUNS} runs` : null}
          onClick={() => session.setRunCount(count + 1)}
        >
          <Plus aria-hidden />
        </Button>
      </div>
      <AfterRunMenu />
    </div>
  );
}

/** The setting beside the count, which is also in the settings: leaving the draft for it would break the work off. */
function AfterRunMenu() {
  const chosen = useSetting(afterRunSetting);
  return (
    <OptionsMenu
      trigger={
        <Button
          size="icon"
          tone="ghost"
          aria-label="After submitting"
          title="After submitting"
          className="max-sm:hidden"
        >
          <Settings2 aria-hidden />
        </Button>
      }
      sections={[
        {
          label: 'After submitting',
          isOneOf: true,
          options: AFTER_RUN.map(({ value, label }) => ({
            label,
            isOn: chosen === value,
            onChoose: () => afterRunSetting.set(value),
          })),
        },
      ]}
    />
  );
}
