import { CircleAlert, Play, Server, Split, WandSparkles } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, type Ref } from 'react';
import { useStore } from 'zustand';
import { isActiveRun, type RunRecord } from '@/domains/model-calls/run-record';
import { useRunsView } from '@/domains/model-calls/runs-store';
import type { Surface } from '@/api/surface';
import { formatDuration } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { useAriaKeys } from '@/shared/commands/key-labels';
import { ShortcutKbd } from '@/shared/commands/shortcut-kbd';
import { listNamesText } from '@/domains/wildcards/draw-wildcards';
import { listsByName, wildcardListsQuery } from '@/domains/wildcards/wildcard-lists';
import { readiness, type FormSession } from '../form/state/form-session';
import { listsOfBody } from '../run/body-lists';
import { typicalTime } from '../run/run-chips';
import { useRoutersBeside } from '../run-on/routers-beside';

interface RunBarProps {
  surface: Surface;
  session: FormSession;
  isFree: boolean;
  /** Example body in the model's document; `null` if there is none. */
  exampleText: string | null;
  /** The provider without whose key no input runs; `null` if one may. */
  missingKeyOf?: string | null;
  runButton?: Ref<HTMLButtonElement>;
  /** Runs of this model, newest first. */
  runs: readonly RunRecord[];
  onRun: () => void;
  /** Runs the same input on other models, too. */
  onCompare: () => void;
  /** Runs the same model on another server. */
  onRunOn: () => void;
  /** Runs despite schema violations. */
  onRunAnyway: () => void;
}

/** Footer of the input: progress or problems, the typical duration, and Run. */
export function RunBar({
  surface,
  session,
  isFree,
  exampleText,
  missingKeyOf = null,
  runButton,
  runs,
  onRun,
  onCompare,
  onRunOn,
  onRunAnyway,
}: RunBarProps) {
  const isDurable = useRunsView((state) => state.isDurable);
  const hasOthers = useRoutersBeside(surface).length > 0;
  const state = useStore(session.store);
  const { problem: ofInput, faults } = readiness(state);
  const problem = keyProblem(missingKeyOf) ?? ofInput;
  const showsExample = exampleText !== null && exampleText !== session.text;
  const active = runs.filter(isActiveRun).length;
  return (
    <footer className="@container flex shrink-0 flex-col gap-2 border-t border-line bg-panel px-4 py-2.5 md:px-5">
      {isDurable === false ? (
        <p className="text-sm text-warn">
          {isFree
            ? t('This browser keeps no data here: if this page closes during a call, its result cannot be collected.')
            : t(
                'This browser keeps no data here: if this page closes during a call, its result cannot be collected, and the call may still be charged.',
              )}
        </p>
      ) : null}
      <ListNote bodyText={session.text} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="flex flex-1 flex-wrap items-center gap-x-3 gap-y-1">
          {state.isAttempted && faults > 0 ? (
            <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm text-bad">
              <CircleAlert aria-hidden className="size-4 shrink-0" />
              {t('{count, plural, one {# field} other {# fields}} to correct.', { count: faults })}
              {missingKeyOf === null ? (
                <button
                  type="button"
                  className="rounded text-muted underline underline-offset-2 hover:text-text"
                  onClick={onRunAnyway}
                >
                  {t('Run anyway')}
                </button>
              ) : null}
            </p>
          ) : showsExample && active === 0 ? null : (
            <p className="min-w-0 text-sm text-muted">{barText(runs, active)}</p>
          )}
          {/* A rejected empty form needs the example most. */}
          {showsExample ? (
            <Button size="sm" tone="ghost" onClick={() => session.replace(exampleText)}>
              <WandSparkles aria-hidden />
              {t('Fill in the example')}
            </Button>
          ) : null}
        </div>
        <div className="ml-auto flex shrink-0 items-center gap-3">
          {hasOthers ? (
            <Button
              tone="ghost"
              size="icon"
              aria-label={t('Run on another server')}
              title={t('Run on another server')}
              disabledReason={ofInput}
              onClick={onRunOn}
            >
              <Server aria-hidden />
            </Button>
          ) : null}
          <Button
            tone="ghost"
            size="lg"
            aria-label={t('Compare models')}
            title={t('Run this input on several models')}
            disabledReason={problem}
            onClick={onCompare}
          >
            <Split aria-hidden />
            <span className="@max-[25rem]:hidden">{t('Compare models')}</span>
          </Button>
          <RunButton session={session} missingKeyOf={missingKeyOf} size="lg" buttonRef={runButton} onRun={onRun} />
        </div>
      </div>
    </footer>
  );
}

function keyProblem(missingKeyOf: string | null): string | null {
  return missingKeyOf === null ? null : t('This model needs the key of {provider}', { provider: missingKeyOf });
}

interface RunButtonProps extends Pick<RunBarProps, 'session' | 'missingKeyOf' | 'onRun'> {
  size: 'sm' | 'lg';
  buttonRef?: RunBarProps['runButton'];
}

export function RunButton({ session, missingKeyOf = null, size, buttonRef, onRun }: RunButtonProps) {
  const runKeys = useAriaKeys('run');
  const { problem } = readiness(useStore(session.store));
  return (
    <Button
      ref={buttonRef}
      tone="primary"
      size={size}
      disabledReason={keyProblem(missingKeyOf) ?? problem}
      aria-keyshortcuts={runKeys}
      onClick={onRun}
    >
      <Play aria-hidden />
      {t('Run')}
      <ShortcutKbd id="run" className="max-md:hidden" />
    </Button>
  );
}

/** Says what a run makes of names of wildcard lists. Without any list, such names mean something else, as in code. */
function ListNote({ bodyText }: { bodyText: string }) {
  const { data } = useQuery(wildcardListsQuery());
  const lists = useMemo(() => (data?.length ? listsOfBody(bodyText, listsByName(data)) : []), [bodyText, data]);
  const drawn = lists.filter(({ problem }) => problem === null);
  const sent = lists.filter(({ problem }) => problem !== null);
  return (
    <>
      {drawn.length === 0 ? null : (
        <p className="text-sm text-muted">
          {t('Each run uses one random value of {names}; the inputs of its result show which.', {
            names: listNamesText(drawn),
          })}
        </p>
      )}
      {sent.length === 0 ? null : (
        <p className="text-sm text-warn">
          {sent.map(({ problem }) => problem).join(' ')}{' '}
          {t('A run sends {names} as typed.', { names: listNamesText(sent) })}
        </p>
      )}
    </>
  );
}

function barText(runs: readonly RunRecord[], active: number): string | null {
  if (active > 0)
    return t('{count, plural, one {# call} other {# calls}} running. It continues if you leave this page.', {
      count: active,
    });
  const typical = typicalTime(runs);
  if (typical === null) return null;
  const time = formatDuration(typical.medianMs);
  return typical.count === 1
    ? t('Last run: {duration}', { duration: time })
    : t('Median of {count, plural, one {# run} other {# runs}}: {duration}', { count: typical.count, duration: time });
}
