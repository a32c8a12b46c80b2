import type { SweepAxis, SweepForm } from '@/domains/drafts/sweep-form';
import type { BatchAxis } from '@/domains/batches/batch-plan';

/** Returns the axes whose values advance together, by index; the others alone. The first of a group is the one that it is linked to. */
export function linkGroups(axes: readonly SweepAxis[]): number[][] {
  const groups = new Map<string, number[]>();
  for (const [index, { id, linkedTo }] of axes.entries()) {
    const group = groups.get(linkedTo ?? id);
    if (group) group.push(index);
    else groups.set(id, [index]);
  }
  return [...groups.values()];
}

/** Links an axis, and those that are linked to it, to another one; `null`: it advances on its own. */
export function withLink(form: SweepForm, axisId: string, to: string | null): SweepForm {
  return {
    ...form,
    axes: form.axes.map((axis) => {
      if (axis.id !== axisId) return axis.linkedTo === axisId && to !== null ? { ...axis, linkedTo: to } : axis;
      return linked(axis, to);
    }),
  };
}

/** Removes an axis. Those that were linked to it stay linked to each other. */
export function withoutAxis(form: SweepForm, axisId: string): SweepForm {
  const next = form.axes.find(({ linkedTo }) => linkedTo === axisId)?.id ?? null;
  return {
    ...form,
    axes: form.axes
      .filter(({ id }) => id !== axisId)
      .map((axis) => (axis.linkedTo === axisId ? linked(axis, axis.id === next ? null : next) : axis)),
  };
}

function linked(axis: SweepAxis, to: string | null): SweepAxis {
  const { linkedTo: _before, ...free } = axis;
  return to === null ? free : { ...free, linkedTo: to };
}

/** Joins axes with as many rows each to one. */
export function joinAxes(axes: readonly BatchAxis[]): BatchAxis {
  const rows = axes[0]?.rows ?? [];
  return {
    label: axes.map(({ label }) => label).join(', '),
    inputs: axes.flatMap(({ inputs }) => inputs),
    rows: rows.map((_, index) => joinRows(axes.flatMap((axis) => axis.rows[index] ?? []))),
  };
}

export function joinRows(rows: BatchAxis['rows']): BatchAxis['rows'][number] {
  return { label: rows.map(({ label }) => label).join(', '), values: rows.flatMap(({ values }) => values) };
}
