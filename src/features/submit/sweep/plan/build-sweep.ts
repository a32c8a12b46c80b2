import { cellCount, MAX_CELLS, type BatchAxis, type BatchPlan } from '@/domains/batches/batch-plan';
import { fieldKey } from '@/domains/drafts/field-key';
import { formatInteger } from '@/lib/format';
import type { FormField, FormModel } from '../../editor/form-model';
import { valuesOfInput, type AxisProblem, type AxisValues } from './axis-values';
import { mappedColumns, valuesOfTable } from './csv-axis';
import { readFixedAxis } from './fixed-axis';
import type { InputLabel } from './input-labels';
import type { SweepAxis, SweepForm } from '@/domains/drafts/sweep-form';

export interface SweepContext {
  form: FormModel;
  labels: ReadonlyMap<string, InputLabel>;
  isRunByComfyui: boolean;
}

/** One axis of the form, expanded. */
export interface BuiltAxis {
  /** `cfg`, or the inputs of a table. */
  label: string;
  /** `null` while it has no valid rows. */
  axis: BatchAxis | null;
  problems: readonly AxisProblem[];
}

export interface BuiltSweep {
  axes: readonly BuiltAxis[];
  /** Axes that have rows: also for a preview while others are incomplete. `null` without any. */
  plan: BatchPlan | null;
  /** Jobs of `plan`. */
  count: number;
  /** Keys of the inputs that the sweep sets. */
  sweptKeys: ReadonlySet<string>;
  /** Every axis is complete and valid. */
  isReady: boolean;
}

/** Expands the form of a sweep to a plan, with the problems of each axis. */
export function buildSweep(form: SweepForm, context: SweepContext): BuiltSweep {
  const setBy = new Map<string, number>();
  const built: BuiltAxis[] = [];
  let count = 1;
  for (const [index, source] of form.axes.entries()) {
    const fields = fieldsOf(source, context);
    const { rows, problems } = rowsOf(source, fields, context);
    const found = [...duplicates(fields, setBy, context), ...problems];
    for (const { key } of fields) if (!setBy.has(key)) setBy.set(key, index);
    const before = count;
    count *= Math.max(1, rows.length);
    // Named where it happens: the axis that exceeds the limit is the one to shorten.
    if (count > MAX_CELLS && before <= MAX_CELLS) found.push({ message: tooMany(count), severity: 'error' });
    const label = labelOfAxis(fields, context);
    built.push({ label, problems: found, axis: rows.length === 0 ? null : axisOf(label, fields, rows, context) });
  }
  const axes = built.flatMap(({ axis }) => axis ?? []);
  const plan = axes.length === 0 ? null : { axes };
  const isValid = ({ axis, problems }: BuiltAxis) =>
    axis !== null && problems.every(({ severity }) => severity === 'warning');
  return {
    axes: built,
    plan,
    count: plan ? cellCount(plan) : 0,
    sweptKeys: new Set(setBy.keys()),
    isReady: plan !== null && built.every(isValid),
  };
}

function fieldsOf(source: SweepAxis, { form }: SweepContext): FormField[] {
  if (source.kind === 'csv') return mappedColumns(source, form.fields).map(({ field }) => field);
  if (source.kind === 'fixed') {
    return readFixedAxis(source).inputs.flatMap(({ nodeId, input }) => form.fields.get(fieldKey(nodeId, input)) ?? []);
  }
  const field = source.fieldKey === null ? undefined : form.fields.get(source.fieldKey);
  return field ? [field] : [];
}

function rowsOf(source: SweepAxis, fields: readonly FormField[], context: SweepContext): AxisValues {
  const { form, isRunByComfyui } = context;
  if (source.kind === 'csv') return valuesOfTable(source, mappedColumns(source, form.fields), isRunByComfyui);
  if (source.kind === 'fixed') return valuesOfFixed(readFixedAxis(source), fields);
  const [field] = fields;
  if (field) return valuesOfInput(source, field, isRunByComfyui);
  return { rows: [], problems: [{ message: 'Choose an input.', severity: 'missing' }] };
}

function valuesOfFixed({ inputs, rows }: BatchAxis, fields: readonly FormField[]): AxisValues {
  const names = new Set(fields.map(({ key }) => key));
  const lost = inputs.filter(({ nodeId, input }) => !names.has(fieldKey(nodeId, input)));
  if (lost.length === 0) {
    return { rows, problems: rows.length === 0 ? [{ message: 'No values left.', severity: 'missing' }] : [] };
  }
  const message = `The workflow no longer has ${lost.map(({ label }) => label).join(', ')}. Remove this axis.`;
  return { rows: [], problems: [{ message, severity: 'error' }] };
}

/** @param setBy index of the axis that sets an input, by its key */
function duplicates(
  fields: readonly FormField[],
  setBy: ReadonlyMap<string, number>,
  { labels }: SweepContext,
): AxisProblem[] {
  const keys = fields.map(({ key }) => key);
  return fields.flatMap(({ key, name }, index): AxisProblem[] => {
    const label = labels.get(key)?.short ?? name;
    const axis = setBy.get(key);
    if (axis !== undefined) return [{ message: `Axis ${axis + 1} already sets ${label}.`, severity: 'error' }];
    if (keys.indexOf(key) === index) return [];
    return [{ message: `Two columns set ${label}.`, severity: 'error' }];
  });
}

function axisOf(
  label: string,
  fields: readonly FormField[],
  rows: BatchAxis['rows'],
  { labels }: SweepContext,
): BatchAxis {
  const inputs = fields.map(({ key, nodeId, name }) => ({
    nodeId,
    input: name,
    label: labels.get(key)?.short ?? name,
  }));
  return { label, inputs, rows };
}

function labelOfAxis(fields: readonly FormField[], { labels }: SweepContext): string {
  return fields.map(({ key, name }) => labels.get(key)?.short ?? name).join(', ');
}

function tooMany(count: number): string {
  return `With this axis there are ${formatInteger(count)} jobs. A sweep has at most ${formatInteger(MAX_CELLS)}.`;
}
