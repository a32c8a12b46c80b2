import { member } from '@contract/json/json-values';
import { parseJson, replaceValue, stringifyJson, type JsonValue } from '@contract/json/lossless';
import { t } from '@/lib/i18n/messages';

/** One axis of a batch: its rows, each with a value for every input of the axis. Paired lists set several inputs at once. */
export interface BatchAxis {
  label: string;
  inputs: readonly { nodeId: string; input: string; label: string }[];
  rows: readonly { label: string; values: readonly JsonValue[] }[];
}

/** Cells are the product of the axes, the last one fastest. A plan without axes has one cell. */
export interface BatchPlan {
  axes: readonly BatchAxis[];
}

export const MAX_AXES = 4;
export const MAX_CELLS = 10_000;
/** Maximum number of jobs in flight. */
export const MAX_LIMIT = 32;

export function cellCount({ axes }: BatchPlan): number {
  return axes.reduce((count, { rows }) => count * rows.length, 1);
}

/** Returns the row index on each axis. */
export function cellPosition({ axes }: BatchPlan, cell: number): number[] {
  let rest = cell;
  return axes
    .toReversed()
    .map(({ rows }) => {
      const row = rest % rows.length;
      rest = Math.floor(rest / rows.length);
      return row;
    })
    .reverse();
}

/** Returns the workflow of a cell: only the values of the axes differ from the text. @throws if a node of the plan is missing */
export function cellWorkflow(workflowText: string, plan: BatchPlan, cell: number): string {
  let text = workflowText;
  for (const { axis, row } of rowsOf(plan, cell)) {
    for (const [index, { nodeId, input }] of axis.inputs.entries()) {
      const value = row.values[index];
      if (value !== undefined) text = replaceValue(text, [nodeId, 'inputs', input], stringifyJson(value));
    }
  }
  return text;
}

/** Returns one label for each axis, such as `cfg 7.5`. */
export function cellLabels(plan: BatchPlan, cell: number): string[] {
  return rowsOf(plan, cell).map(({ axis, row }) => [axis.label, row.label].filter((label) => label !== '').join(' '));
}

function rowsOf(plan: BatchPlan, cell: number): { axis: BatchAxis; row: BatchAxis['rows'][number] }[] {
  const position = cellPosition(plan, cell);
  return plan.axes.flatMap((axis, index) => {
    const row = axis.rows[position[index] ?? 0];
    return row ? [{ axis, row }] : [];
  });
}

/** Returns why a plan cannot be started, or `null`. */
export function planProblem(plan: BatchPlan): string | null {
  if (plan.axes.length > MAX_AXES) return t('A batch has at most {most} axes.', { most: MAX_AXES });
  if (plan.axes.some(({ rows }) => rows.length === 0)) return t('Each axis needs at least one value.');
  if (plan.axes.some(({ inputs, rows }) => rows.some(({ values }) => values.length !== inputs.length))) {
    return t('Each row needs one value for every input of its axis.');
  }
  const count = cellCount(plan);
  return count > MAX_CELLS
    ? t('A batch has at most {most} jobs; this one has {count}.', { most: MAX_CELLS, count })
    : null;
}

/** Returns lossless JSON text. */
export function serializePlan({ axes }: BatchPlan): string {
  return stringifyJson({
    axes: axes.map(({ label, inputs, rows }) => ({
      label,
      inputs: inputs.map((input) => ({ ...input })),
      rows: rows.map(({ label: rowLabel, values }) => ({ label: rowLabel, values: [...values] })),
    })),
  });
}

/** @throws JsonSyntaxError */
export function parsePlan(text: string): BatchPlan {
  return {
    axes: itemsOf(member(parseJson(text), 'axes')).map((axis) => ({
      label: textOf(member(axis, 'label')),
      inputs: itemsOf(member(axis, 'inputs')).map((input) => ({
        nodeId: textOf(member(input, 'nodeId')),
        input: textOf(member(input, 'input')),
        label: textOf(member(input, 'label')),
      })),
      rows: itemsOf(member(axis, 'rows')).map((row) => ({
        label: textOf(member(row, 'label')),
        values: itemsOf(member(row, 'values')),
      })),
    })),
  };
}

function itemsOf(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
