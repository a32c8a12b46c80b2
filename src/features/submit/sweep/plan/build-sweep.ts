import type { JsonObject, JsonValue } from '@contract/json/lossless';
import { type BatchAxis, type BatchPlan, cellCount, MAX_CELLS } from '@/domains/batches/batch-plan';
import { namedLists } from '@/domains/wildcards/draw-wildcards';
import { fieldKey } from '@/domains/drafts/field-key';
import { formatInteger } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { integerText } from '@/lib/number-text';
import type { FormField, FormModel } from '../../draft/form-model';
import { type AxisProblem, type AxisValues, valuesOfInput } from './axis-values';
import { mappedColumns, valuesOfTable } from './csv-axis';
import { readFixedAxis } from './fixed-axis';
import type { InputLabel } from './input-labels';
import { joinAxes, joinRows, linkGroups } from './linked-axes';
import { readCount } from './sweep-form';
import type { SubsetForm, SweepAxis, SweepForm } from '@/domains/drafts/sweep-form';
import { createRandom } from '@/lib/random-numbers';
import type { WildcardLists } from '@/domains/wildcards/wildcards';

export interface SweepContext {
  form: FormModel;
  labels: ReadonlyMap<string, InputLabel>;
  isRunByComfyui: boolean;
  /** The wildcard lists of the user. */
  lists: WildcardLists;
  /** Returns the inputs of a node with another value of a choice that adds inputs; `null` if the input is no such choice. */
  inputsAfter: (field: FormField, value: JsonValue) => JsonObject | null;
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
  /** Linked axes have one label. */
  labels: readonly string[];
  /** Axes that have rows: also for a preview while others are incomplete. `null` without any. */
  plan: BatchPlan | null;
  /** Number of values of each group of linked axes, before some combinations are picked. */
  sizes: readonly number[];
  /** Jobs of `plan`. */
  count: number;
  /** Why the combinations cannot be picked; `null` if they can, or if all run. */
  subsetProblem: string | null;
  /** Keys of the inputs that the sweep sets. */
  sweptKeys: ReadonlySet<string>;
  /** Every axis is complete and valid. */
  isReady: boolean;
}

/** Expands the form of a sweep to a plan, with the problems of each axis. */
export function buildSweep(form: SweepForm, context: SweepContext): BuiltSweep {
  const setBy = new Map<string, number>();
  const built = form.axes.map((source, index) => {
    const fields = fieldsOf(source, context);
    const { rows, problems } = rowsOf(source, fields, context);
    const found = [...duplicates(fields, setBy, context), ...problems, ...undrawnLists(source, rows)];
    for (const { key } of fields) if (!setBy.has(key)) setBy.set(key, index);
    const label = labelOfAxis(fields, context);
    const inputs = source.kind === 'fixed' ? readFixedAxis(source).inputs : inputsOf(fields, context);
    return { label, problems: found, axis: rows.length === 0 ? null : { label, inputs, rows } };
  });
  for (const [index, { kind }] of form.axes.entries()) {
    const own = built[index];
    // The rows of a fixed axis have these inputs.
    if (own?.axis && kind !== 'fixed') own.axis = withAddedInputs(own.axis, setBy, context);
  }
  const groups = linkGroups(form.axes);
  for (const group of groups) noteLengths(built, group);
  const subset = form.subset ?? null;
  if (!subset) noteTooMany(built, groups);
  const labels = groups.map((group) => group.map((index) => built[index]?.label ?? '').join(', '));
  const isUneven = groups.some((group) => sizesOf(built, group).size > 1);
  const joined = isUneven ? [] : groups.flatMap((group) => joinedAxis(built, group) ?? []);
  const picked: PickedAxes = subset && joined.length > 0 ? pick(joined, subset) : { axes: joined, problem: null };
  const plan = picked.axes.length === 0 ? null : { axes: picked.axes };
  const isValid = ({ axis, problems }: BuiltAxis) =>
    axis !== null && problems.every(({ severity }) => severity === 'warning');
  return {
    axes: built,
    labels,
    plan,
    sizes: joined.map(({ rows }) => rows.length),
    count: plan ? cellCount(plan) : 0,
    subsetProblem: picked.problem,
    sweptKeys: new Set(setBy.keys()),
    isReady: plan !== null && picked.problem === null && built.every(isValid),
  };
}

interface EditableAxis extends BuiltAxis {
  problems: AxisProblem[];
}

/** Different numbers of values of linked axes. */
function sizesOf(built: readonly BuiltAxis[], group: readonly number[]): Set<number> {
  return new Set(group.flatMap((index) => built[index]?.axis?.rows.length ?? []));
}

function joinedAxis(built: readonly BuiltAxis[], group: readonly number[]): BatchAxis | null {
  const axes = group.flatMap((index) => built[index]?.axis ?? []);
  const [first, ...others] = axes;
  return first && others.length > 0 ? joinAxes(axes) : (first ?? null);
}

/** Linked axes need as many values as each other: nothing is cut off silently. */
function noteLengths(built: readonly EditableAxis[], [first = 0, ...others]: readonly number[]): void {
  const wanted = built[first]?.axis?.rows.length;
  for (const index of others) {
    const own = built[index]?.axis?.rows.length;
    if (wanted === undefined || own === undefined || own === wanted) continue;
    const values = { own, number: first + 1, wanted: formatInteger(wanted) };
    const message =
      own > wanted
        ? t(
            'This axis is longer: this one has {own, plural, one {# value} other {# values}}, axis {number} has {wanted}. Linked axes need the same number, so the sweep cannot start.',
            values,
          )
        : t(
            'Axis {number} is longer: this one has {own, plural, one {# value} other {# values}}, axis {number} has {wanted}. Linked axes need the same number, so the sweep cannot start.',
            values,
          );
    built[index]?.problems.unshift({ message, severity: 'error' });
  }
}

/** Named where it happens: the axis that exceeds the limit is the one to shorten. */
function noteTooMany(built: readonly EditableAxis[], groups: readonly (readonly number[])[]): void {
  let count = 1;
  for (const group of groups) {
    const [first = 0] = group;
    const before = count;
    count *= Math.max(1, built[first]?.axis?.rows.length ?? 1);
    if (count <= MAX_CELLS || before > MAX_CELLS) continue;
    built[first]?.problems.push({ message: tooMany(count), severity: 'error' });
  }
}

interface PickedAxes {
  axes: readonly BatchAxis[];
  problem: string | null;
}

function pick(axes: readonly BatchAxis[], subset: SubsetForm): PickedAxes {
  const total = combinationsOf(axes);
  const count = readCount(subset.count);
  const seed = integerText(subset.seed);
  if (count === null) return { axes: [], problem: t('Enter how many jobs to run: a whole number, 1 or more.') };
  if (count > MAX_CELLS)
    return { axes: [], problem: t('A sweep has at most {count} jobs.', { count: formatInteger(MAX_CELLS) }) };
  if (BigInt(count) > total) {
    return {
      axes: [],
      problem: t('There are only {count, plural, one {# combination} other {# combinations}}.', {
        count: Number(total),
      }),
    };
  }
  if (seed === null) return { axes: [], problem: t('The seed must be a whole number.') };
  if (BigInt(count) === total) return { axes, problem: null };
  return { axes: [pickedAxis(axes, pickCells(total, count, BigInt(seed)))], problem: null };
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
  const { form, isRunByComfyui, lists } = context;
  if (source.kind === 'csv') return valuesOfTable(source, mappedColumns(source, form.fields), isRunByComfyui);
  if (source.kind === 'fixed') return valuesOfFixed(readFixedAxis(source), fields);
  const [field] = fields;
  if (field) return valuesOfInput(source, field, isRunByComfyui, lists);
  return { rows: [], problems: [{ message: t('Choose an input.'), severity: 'missing' }] };
}

function valuesOfFixed({ inputs, rows }: BatchAxis, fields: readonly FormField[]): AxisValues {
  const names = new Set(fields.map(({ key }) => key));
  const isOfChoice = ({ nodeId, input }: BatchAxis['inputs'][number]) =>
    inputs.some((other) => other.nodeId === nodeId && input.startsWith(`${other.input}.`));
  const lost = inputs.filter((each) => !names.has(fieldKey(each.nodeId, each.input)) && !isOfChoice(each));
  if (lost.length === 0) {
    return { rows, problems: rows.length === 0 ? [{ message: t('No values left.'), severity: 'missing' }] : [] };
  }
  const message = t('The workflow no longer has {names}. Remove this axis.', {
    names: lost.map(({ label }) => label).join(', '),
  });
  return { rows: [], problems: [{ message, severity: 'error' }] };
}

/** Names of lists in values that are given as they are: only wildcards draw from them. */
function undrawnLists(source: SweepAxis, rows: AxisValues['rows']): AxisProblem[] {
  if (source.kind === 'input' && source.source === 'wildcards') return [];
  const texts = rows.flatMap(({ values }) => values.filter((value) => typeof value === 'string'));
  const name = texts.flatMap((text) => namedLists(text, {}))[0]?.name;
  if (name === undefined) return [];
  const message =
    source.kind === 'input'
      ? t('__{name}__ is sent as typed. To use its values, choose Wildcards.', { name })
      : t('__{name}__ is sent as typed.', { name });
  return [{ message, severity: 'warning' }];
}

/** @param setBy index of the axis that sets an input, by its key */
function duplicates(
  fields: readonly FormField[],
  setBy: ReadonlyMap<string, number>,
  { labels }: SweepContext,
): AxisProblem[] {
  const keys = fields.map(({ key }) => key);
  return fields.flatMap(({ key, name }, index): AxisProblem[] => {
    const label = labels.get(key)?.shown ?? name;
    const axis = setBy.get(key);
    if (axis !== undefined)
      return [{ message: t('Axis {number} already sets {label}.', { number: axis + 1, label }), severity: 'error' }];
    if (keys.indexOf(key) === index) return [];
    return [{ message: t('Two columns set {label}.', { label }), severity: 'error' }];
  });
}

function inputsOf(fields: readonly FormField[], { labels }: SweepContext): BatchAxis['inputs'] {
  return fields.map(({ key, nodeId, name }) => ({ nodeId, input: name, label: labels.get(key)?.shown ?? name }));
}

/** A choice that decides which inputs its node has needs them in its cells: with their defaults, unless another axis sets them. */
function withAddedInputs(axis: BatchAxis, setBy: ReadonlyMap<string, number>, context: SweepContext): BatchAxis {
  return axis.inputs.reduce((widened, { nodeId, input }, column) => {
    const field = context.form.fields.get(fieldKey(nodeId, input));
    if (!field?.spec?.isDynamic) return widened;
    const after = axis.rows.map(({ values }) => context.inputsAfter(field, values[column] ?? null) ?? {});
    const isAdded = (name: string) => name.startsWith(`${input}.`) && !setBy.has(fieldKey(nodeId, name));
    const names = [...new Set(after.flatMap((inputs) => Object.keys(inputs).filter(isAdded)))];
    // ComfyUI ignores the inputs of the other options.
    const valueIn = (row: number, name: string) =>
      after[row]?.[name] ?? after.find((inputs) => name in inputs)?.[name] ?? null;
    return {
      ...widened,
      inputs: [...widened.inputs, ...names.map((name) => ({ nodeId, input: name, label: name }))],
      rows: widened.rows.map((row, index) => ({
        ...row,
        values: [...row.values, ...names.map((name) => valueIn(index, name))],
      })),
    };
  }, axis);
}

function labelOfAxis(fields: readonly FormField[], { labels }: SweepContext): string {
  return fields.map(({ key, name }) => labels.get(key)?.shown ?? name).join(', ');
}

function tooMany(count: number): string {
  return t(
    'With this axis there are {count} jobs. A sweep has at most {limit}: shorten it, or run only some of them.',
    { count: formatInteger(count), limit: formatInteger(MAX_CELLS) },
  );
}

/** Returns different indices below a total, in order, and the same ones for the same seed: a shuffle that stops early. */
export function pickCells(total: bigint, count: number, seed: bigint): bigint[] {
  const random = createRandom(seed);
  const moved = new Map<bigint, bigint>();
  const picked: bigint[] = [];
  for (let at = 0n; at < BigInt(count); at += 1n) {
    const from = at + (random() % (total - at));
    picked.push(moved.get(from) ?? from);
    moved.set(from, moved.get(at) ?? at);
  }
  return picked.sort((left, right) => (left < right ? -1 : 1));
}

/** Returns the number of combinations of all axes: more than a double can count. */
export function combinationsOf(axes: readonly BatchAxis[]): bigint {
  return axes.reduce((total, { rows }) => total * BigInt(rows.length), 1n);
}

/** Returns one axis with a row for each of some combinations. */
export function pickedAxis(axes: readonly BatchAxis[], cells: readonly bigint[]): BatchAxis {
  return {
    label: axes.map(({ label }) => label).join(', '),
    inputs: axes.flatMap(({ inputs }) => inputs),
    rows: cells.map((cell) => joinRows(rowsAt(axes, cell))),
  };
}

/** The last axis is the fastest, as in a plan. */
function rowsAt(axes: readonly BatchAxis[], cell: bigint): BatchAxis['rows'] {
  let rest = cell;
  return axes
    .toReversed()
    .flatMap(({ rows }) => {
      const size = BigInt(rows.length);
      const row = rows[Number(rest % size)] ?? [];
      rest /= size;
      return row;
    })
    .reverse();
}
