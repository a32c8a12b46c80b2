import { LosslessNumber, numberFromText, type JsonValue } from '@contract/json/lossless';
import { readWorkflow } from '@contract/workflow/graph';
import { cellPosition, MAX_AXES, type BatchAxis, type BatchPlan } from '@/domains/batches/batch-plan';
import { isSeedName, randomSeed } from '@/lib/seed';

export interface SeedInput {
  nodeId: string;
  input: string;
  label: string;
}

/** Nodes with smaller limits exist, but nearly all accept 32 bits. */
const SEEDS = { min: 0, max: 2 ** 32 - 1 };

/** Returns the inputs of a workflow that are seeds with a value of their own. */
export function seedInputs(workflowText: string): SeedInput[] {
  const read = readWorkflow(workflowText);
  if (!read.ok) return [];
  return [...read.graph.values()].flatMap(({ id, inputs }) =>
    Object.entries(inputs).flatMap(([input, value]) =>
      isSeedName(input) && isNumber(value) ? [{ nodeId: id, input, label: input }] : [],
    ),
  );
}

/** Returns different seeds, as JSON numbers. */
export function newSeeds(count: number): JsonValue[] {
  const texts = new Set<string>();
  while (texts.size < count) texts.add(randomSeed(SEEDS));
  return [...texts].map(numberFromText);
}

/**
 * Returns the plan that runs some cells of a plan again. Cells that form a table keep their axes, others become one axis. With
 * `seeds`, each cell runs once for each of them, and the seeds of the cells are ignored. Pure.
 */
export function rerunPlan(
  plan: BatchPlan,
  cells: readonly number[],
  inputs: readonly SeedInput[],
  seeds: readonly JsonValue[],
): BatchPlan {
  const hasSeeds = seeds.length > 0 && inputs.length > 0;
  const varied = hasSeeds ? withoutInputs(plan.axes, inputs) : plan.axes.map((axis, index) => ({ axis, index }));
  const ordered = [...new Set(cells)].toSorted((left, right) => left - right);
  const kept = varied.length + (hasSeeds ? 1 : 0) <= MAX_AXES ? tableOf(plan, varied, ordered) : null;
  const axes = kept ?? [listOf(plan, varied, ordered)].filter(({ rows }) => rows.length > 0);
  if (!hasSeeds) return { axes };
  const label = inputs[0]?.label ?? '';
  const rows = seeds.map((seed) => ({ label: String(seed), values: inputs.map(() => seed) }));
  return { axes: [...axes, { label, inputs, rows }] };
}

interface VariedAxis {
  axis: BatchAxis;
  /** In the original plan. */
  index: number;
}

/** Returns the axes without some inputs; an axis that sets only those is omitted. */
function withoutInputs(axes: readonly BatchAxis[], removed: readonly SeedInput[]): VariedAxis[] {
  return axes.flatMap((axis, index) => {
    const isKept = axis.inputs.map(
      ({ nodeId, input }) => !removed.some((seed) => seed.nodeId === nodeId && seed.input === input),
    );
    if (!isKept.includes(true)) return [];
    const inputs = axis.inputs.filter((_, at) => isKept[at]);
    const rows = axis.rows.map((row) => ({ ...row, values: row.values.filter((_, at) => isKept[at]) }));
    return [{ axis: { ...axis, inputs, rows }, index }];
  });
}

/** Returns the axes with the rows of the cells, if the cells are all combinations of those; otherwise `null`. */
function tableOf(plan: BatchPlan, varied: readonly VariedAxis[], cells: readonly number[]): BatchAxis[] | null {
  const positions = cells.map((cell) => cellPosition(plan, cell));
  const rowsOf = varied.map(({ index }) => new Set(positions.map((position) => position[index] ?? 0)));
  const combinations = new Set(positions.map((position) => varied.map(({ index }) => position[index]).join()));
  if (rowsOf.reduce((product, rows) => product * rows.size, 1) !== combinations.size) return null;
  return varied.map(({ axis }, at) => ({ ...axis, rows: axis.rows.filter((_, row) => rowsOf[at]?.has(row)) }));
}

/** Returns one axis whose rows are the cells. Cells that differ in omitted inputs only are one row. */
function listOf(plan: BatchPlan, varied: readonly VariedAxis[], cells: readonly number[]): BatchAxis {
  const rows = new Map<string, BatchAxis['rows'][number]>();
  for (const cell of cells) {
    const position = cellPosition(plan, cell);
    const chosen = varied.map(({ index }) => position[index] ?? 0);
    rows.set(chosen.join(), {
      label: varied.map(({ axis }, at) => axis.rows[chosen[at] ?? 0]?.label ?? '').join(', '),
      values: varied.flatMap(({ axis }, at) => axis.rows[chosen[at] ?? 0]?.values ?? []),
    });
  }
  const label = varied.map(({ axis }) => axis.label).join(', ');
  return { label, inputs: varied.flatMap(({ axis }) => axis.inputs), rows: [...rows.values()] };
}

function isNumber(value: JsonValue | undefined): boolean {
  return typeof value === 'number' || value instanceof LosslessNumber;
}
