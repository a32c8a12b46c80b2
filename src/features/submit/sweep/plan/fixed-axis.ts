import type { FixedAxis } from '@/domains/drafts/sweep-form';
import { parsePlan, serializePlan, type BatchAxis } from '@/domains/batches/batch-plan';

export function newFixedAxis(id: string, axis: BatchAxis): FixedAxis {
  return { kind: 'fixed', id, text: serializePlan({ axes: [axis] }) };
}

export function readFixedAxis({ text }: FixedAxis): BatchAxis {
  return parsePlan(text).axes[0] ?? { label: '', inputs: [], rows: [] };
}

export function withoutRow(axis: FixedAxis, index: number): FixedAxis {
  const read = readFixedAxis(axis);
  return newFixedAxis(axis.id, { ...read, rows: read.rows.toSpliced(index, 1) });
}
