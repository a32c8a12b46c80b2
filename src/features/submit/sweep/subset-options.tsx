import { Dices } from 'lucide-react';
import { useId } from 'react';
import type { SubsetForm, SweepForm } from '@/domains/drafts/sweep-form';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { Field } from '@/ui/input/field';
import { NumberInput } from '@/ui/input/text-input';
import { useEditor } from '../draft/session/session-context';
import type { BuiltSweep } from './plan/build-sweep';
import { changeSweep, randomSource } from './sweep-store';

const USUAL_COUNT = '20';

/** Runs all combinations, or some that a seed picks. */
export function SubsetOptions({ form, built }: { form: SweepForm; built: BuiltSweep }) {
  const id = useId();
  const draftId = useEditor((state) => state.draft.id);
  const subset = form.subset ?? null;
  const change = (next: SubsetForm | null) => changeSweep(draftId, (current) => ({ ...current, subset: next }));
  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={id} className="flex items-center gap-2">
        <input
          id={id}
          type="checkbox"
          className="accent-accent"
          checked={subset !== null}
          onChange={({ target }) => change(target.checked ? { count: USUAL_COUNT, seed: randomSource() } : null)}
        />
        {t('Run only some combinations')}
      </label>
      {subset ? (
        <div className="grid grid-cols-[8rem_minmax(0,1fr)] gap-3">
          <Field label={t('Combinations')} error={built.subsetProblem ?? undefined}>
            {(control) => (
              <NumberInput
                {...control}
                inputMode="numeric"
                value={subset.count}
                onChange={({ target }) => change({ ...subset, count: target.value })}
              />
            )}
          </Field>
          <Field label={t('Picked with seed')} hint={t('The same seed picks the same combinations.')}>
            {(control) => (
              <span className="flex gap-2">
                <NumberInput
                  {...control}
                  inputMode="numeric"
                  className="font-mono"
                  value={subset.seed}
                  onChange={({ target }) => change({ ...subset, seed: target.value })}
                />
                <Button
                  size="icon"
                  aria-label={t('Pick other combinations')}
                  title={t('Pick others')}
                  onClick={() => change({ ...subset, seed: randomSource() })}
                >
                  <Dices aria-hidden />
                </Button>
              </span>
            )}
          </Field>
        </div>
      ) : null}
    </div>
  );
}
