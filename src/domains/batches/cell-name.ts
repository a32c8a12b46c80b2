import { t } from '@/lib/i18n/messages';
import { cellLabels, cellPosition, type BatchPlan } from './batch-plan';

/**
 * Names a cell by the values that distinguish it, each with the name of its axis: `cfg 7.5, steps 20`. Pure.
 * @param among cells to distinguish it from; by default all of the plan
 */
export function cellName(plan: BatchPlan, cell: number, among?: readonly number[]): string {
  const position = cellPosition(plan, cell);
  const others = among?.map((other) => cellPosition(plan, other));
  const names = axisNames(plan);
  const values = plan.axes.flatMap(({ rows }, axis) => {
    const varies = others ? others.some((other) => other[axis] !== position[axis]) : rows.length > 1;
    const value = rows[position[axis] ?? 0]?.label || t('empty');
    return varies ? [`${names[axis] ?? ''} ${value}`.trim()] : [];
  });
  const name = (values.length > 0 ? values : cellLabels(plan, cell)).join(', ');
  return name === '' ? t('Cell {number}', { number: cell + 1 }) : name;
}

/** `text` instead of `text (CLIP Text Encode)`, unless two axes would have the same name. */
function axisNames({ axes }: BatchPlan): string[] {
  const labels = axes.map(({ label }) => label);
  const short = labels.map(withoutNode);
  return new Set(short).size === short.length ? short : labels;
}

function withoutNode(label: string): string {
  const start = label.indexOf(' (');
  return start < 0 || !label.endsWith(')') ? label : label.slice(0, start);
}
