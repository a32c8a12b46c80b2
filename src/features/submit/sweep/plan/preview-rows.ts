import { isAssetReference } from '@contract/workflow/asset-references';
import { cellCount, cellPosition, type BatchPlan } from '@/domains/batches/batch-plan';
import { labelOf } from './axis-values';

/** A cell of the preview, with the key of its column. */
interface PreviewText {
  key: string;
  text: string;
}

export interface Preview {
  /** One per input of the plan. */
  columns: readonly PreviewText[];
  /** `number` starts at 1. */
  rows: readonly { number: number; texts: readonly PreviewText[] }[];
}

/** Returns the values of the first cells as texts. */
export function previewOf(plan: BatchPlan, most: number): Preview {
  const rows = Array.from({ length: Math.min(most, cellCount(plan)) }, (_, cell) => {
    const position = cellPosition(plan, cell);
    const texts = plan.axes.flatMap(({ rows: axisRows }, axis) => {
      const row = axisRows[position[axis] ?? 0];
      // A file is a reference, and the label has its name.
      return row?.values.map((value) => (isAssetReference(value) ? row.label : labelOf(value))) ?? [];
    });
    return { number: cell + 1, texts: keyed(texts) };
  });
  return { columns: keyed(plan.axes.flatMap(({ inputs }) => inputs.map(({ label }) => label))), rows };
}

/** Columns have no other identity than their position: an incomplete plan may set an input twice. */
function keyed(texts: readonly string[]): PreviewText[] {
  return texts.map((text, index) => ({ key: String(index), text }));
}
