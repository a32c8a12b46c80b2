import { listNamesText } from '@/domains/wildcards/draw-wildcards';
import { MAX_LIMIT } from '@/domains/batches/batch-plan';
import { t } from '@/lib/i18n/messages';
import { Field } from '@/ui/input/field';
import { NumberInput, TextInput } from '@/ui/input/text-input';
import { useEditor, useSession } from '../draft/session/session-context';
import { drawnLists } from '../draft/runs/sent-text';
import { mayCostMoney } from '../draft/runs/costs';
import type { BuiltSweep } from './plan/build-sweep';
import { useDownServers } from '@/shared/servers/use-down-servers';
import type { SweepForm } from '@/domains/drafts/sweep-form';
import { readCap, readCount } from './plan/sweep-form';
import { changeSweep } from './sweep-store';
import { SubsetOptions } from './subset-options';
import { sweepTitle } from './sweep-title';
import type { SweepServers } from './use-sweep';

interface SweepOptionsProps {
  form: SweepForm;
  built: BuiltSweep;
  servers: SweepServers;
}

/** Title, jobs at once, and servers. */
export function SweepOptions({ form, built, servers }: SweepOptionsProps) {
  const session = useSession();
  const draftId = useEditor((state) => state.draft.id);
  const draftTitle = useEditor((state) => state.draft.title);
  const mayCost = mayCostMoney(session, servers.chosen);
  const wildcards = useEditor((state) => state.wildcards);
  const fixed = useEditor((state) => state.form);
  const values = useEditor((state) => state.values);
  const lists = drawnLists({ form: fixed, values }, wildcards ?? {}, built.sweptKeys);
  const limit = readCount(form.limit);
  const isLimitWrong = limit === null || limit > MAX_LIMIT;
  const change = (part: Partial<SweepForm>) => changeSweep(draftId, (current) => ({ ...current, ...part }));
  return (
    <section aria-label={t('Options')} className="flex flex-col gap-3">
      <div className="grid grid-cols-[minmax(0,1fr)_8rem] gap-3">
        <Field label={t('Title')}>
          {(control) => (
            <TextInput
              {...control}
              maxLength={200}
              placeholder={sweepTitle(draftTitle, built.labels)}
              value={form.title ?? ''}
              onChange={({ target }) => change({ title: target.value === '' ? null : target.value })}
            />
          )}
        </Field>
        <Field
          label={t('At once')}
          note={`1 – ${MAX_LIMIT}`}
          error={isLimitWrong ? t('Must be 1 to {max}', { max: MAX_LIMIT }) : undefined}
        >
          {(control) => (
            <NumberInput
              {...control}
              inputMode="numeric"
              value={form.limit}
              onChange={({ target }) => change({ limit: target.value })}
            />
          )}
        </Field>
      </div>
      {lists.length === 0 ? null : (
        <p className="text-sm text-muted">
          {t(
            'All jobs get the same value of {names}, drawn when the sweep starts. Add an axis for its input to run several.',
            { names: listNamesText(lists) },
          )}
        </p>
      )}
      <SubsetOptions form={form} built={built} />
      {mayCost ? (
        <Field
          label={t('Pause after')}
          note={t('jobs; empty for no pause')}
          error={readCap(form) === null ? t('Must be 1 or more') : undefined}
          hint={t('The server does not report actual costs, so only the number of jobs limits them.')}
        >
          {(control) => (
            <NumberInput
              {...control}
              inputMode="numeric"
              value={form.cap}
              onChange={({ target }) => change({ cap: target.value })}
            />
          )}
        </Field>
      ) : null}
      <Servers form={form} servers={servers} onChange={(otherSurfaceIds) => change({ otherSurfaceIds })} />
    </section>
  );
}

interface ServersProps {
  form: SweepForm;
  servers: SweepServers;
  onChange: (ids: readonly string[]) => void;
}

function Servers({ form, servers: { others, onlyThisReason }, onChange }: ServersProps) {
  const { surface } = useSession();
  const down = useDownServers(others);
  if (onlyThisReason !== null) return <p className="text-sm text-muted">{onlyThisReason}</p>;
  if (others.length === 0) return null;
  const chosen = new Set(form.otherSurfaceIds);
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-sm text-muted">{t('Run on')}</legend>
      <label className="flex items-center gap-2">
        <input type="checkbox" className="accent-accent" checked disabled />
        {surface.name}
      </label>
      {others.map(({ id, name }) => (
        <label key={id} className="flex items-center gap-2">
          <input
            type="checkbox"
            className="accent-accent"
            checked={chosen.has(id)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, id] : form.otherSurfaceIds.filter((one) => one !== id))
            }
          />
          {name}
          {down.has(id) ? <span className="text-sm text-bad">{t('unreachable')}</span> : null}
        </label>
      ))}
    </fieldset>
  );
}
