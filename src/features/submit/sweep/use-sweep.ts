import { useDeferredValue, useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { assetReferences } from '@contract/workflow/asset-references';
import { allSurfaces, jobOriginOf, type Surface } from '@/api/surface';
import { useSurfaceList } from '@/api/surfaces/surface-list';
import { isKeyLocked } from '@/api/change-keys';
import { partnerExtraData, partnerKeys } from '@/api/partner-keys';
import { MAX_LIMIT } from '@/domains/batches/batch-plan';
import { formatInteger } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { areOfInputs, blockerMessage, isFixedInForm } from '../draft/runs/run-blockers';
import { useEditor, useSession } from '../draft/session/session-context';
import { mayCostMoney } from '../draft/runs/costs';
import { useBlockers } from '../draft/session/use-blockers';
import { usePartnerClasses } from '../draft/session/use-partner-classes';
import { buildSweep, type BuiltSweep, type SweepContext } from './plan/build-sweep';
import { sweepContextOf } from './plan/sweep-context';
import type { SweepForm } from '@/domains/drafts/sweep-form';
import { readCap, readCount } from './plan/sweep-form';
import { useSweepForm } from './sweep-store';

export function useSweepContext(): SweepContext {
  const form = useEditor((state) => state.form);
  const graph = useEditor((state) => state.graph);
  const values = useEditor((state) => state.values);
  const definitions = useEditor((state) => state.definitions);
  const isRunByComfyui = useEditor((state) => state.isRunByComfyui);
  const wildcards = useEditor((state) => state.wildcards);
  return useMemo(
    () => sweepContextOf({ form, graph, values, definitions, isRunByComfyui, wildcards }),
    [form, graph, values, definitions, isRunByComfyui, wildcards],
  );
}

/** Returns the sweep of the open draft, expanded. Expanding follows the typing: ten thousand values take a moment. */
export function useBuiltSweep(context: SweepContext): { form: SweepForm; built: BuiltSweep } {
  const form = useSweepForm();
  const shown = useDeferredValue(form);
  const built = useMemo(() => buildSweep(shown, context), [shown, context]);
  return { form, built };
}

export interface SweepServers {
  /** Servers that can run cells beside the one of the draft. */
  others: readonly Surface[];
  /** Those that the user chose. */
  chosen: readonly Surface[];
  /** Why only the server of the draft runs cells; `null` if others can, or if there are none. */
  onlyThisReason: string | null;
}

/** Returns the servers of a sweep. Files of a workflow are on one server, so such a workflow runs there only. */
export function useSweepServers(form: SweepForm): SweepServers {
  const { surface } = useSession();
  // Re-renders when the list changes.
  useSurfaceList();
  const hasFiles = useEditor(
    (state) =>
      [...state.form.fields.values()].some(({ kind }) => kind === 'media') || assetReferences(state.graph).length > 0,
  );
  const others = allSurfaces().filter(({ id, baseUrl }) => id !== surface.id && baseUrl !== null);
  if (others.length === 0) return { others, chosen: [], onlyThisReason: null };
  if (hasFiles) {
    const onlyThisReason = t('Runs on {name} only: the workflow uses files, and those are on this server.', {
      name: surface.name,
    });
    return { others: [], chosen: [], onlyThisReason };
  }
  return { others, chosen: others.filter(({ id }) => form.otherSurfaceIds.includes(id)), onlyThisReason: null };
}

/** Returns why the sweep cannot start; `null` if it can, or if only values are missing. */
export function useSweepObstacle(form: SweepForm, built: BuiltSweep, servers: SweepServers): string | null {
  const session = useSession();
  const hasPartners = usePartnerClasses().length > 0;
  const mayCost = mayCostMoney(session, servers.chosen);
  // A swept input gets its values from the axes.
  const problems = useEditor(
    useShallow((state) =>
      session.checks.problems(state).filter(({ fieldKey }) => fieldKey === null || !built.sweptKeys.has(fieldKey)),
    ),
  );
  const limit = readCount(form.limit);
  const withoutKey = hasPartners ? servers.chosen.find((surface) => partnerExtraData(surface) === null) : undefined;
  // The number of runs beside Run does not count: the axes decide how many jobs there are.
  const [blocker] = useBlockers(problems, 1);
  if (withoutKey && (!blocker || isFixedInForm(blocker))) {
    return isKeyLocked(partnerKeys, jobOriginOf(withoutKey))
      ? t('The key of {name} for the partner nodes is locked.', { name: withoutKey.name })
      : t('{name} has no key for the partner nodes.', { name: withoutKey.name });
  }
  if (blocker?.kind === 'inputs' && areOfInputs(blocker.problems)) {
    return t('{count, plural, one {# other input} other {# other inputs}} to fix in the form before this can run.', {
      count: blocker.problems.length,
    });
  }
  if (blocker) return blockerMessage(blocker, session.surface.name);
  if (built.axes.some(({ problems }) => problems.some(({ severity }) => severity === 'error'))) {
    return t('Fix the values of the axes first.');
  }
  if (built.subsetProblem !== null) return t('Fix the number of combinations first.');
  if (limit === null || limit > MAX_LIMIT)
    return t('1 to {count} jobs can run at once.', { count: formatInteger(MAX_LIMIT) });
  if (mayCost && readCap(form) === null) return t('Enter after how many jobs the batch pauses, or nothing.');
  return null;
}
