import { LosslessNumber, stringifyJson, type JsonValue } from '@contract/json/lossless';
import { cellPosition, type BatchPlan } from '@/domains/batches/batch-plan';
import { csvText } from '@/lib/csv';

export const MANIFEST_NAME = 'manifest.csv';

export interface ManifestCell {
  cell: number;
  /** Name of the server; empty if the cell was never sent. */
  server: string;
  jobId: string | null;
  status: string;
  /** Names of its files in the zip. */
  files: readonly string[];
  /** Names of its outputs that are not in the zip. */
  missing: readonly string[];
}

/** Lists which cell has which values, job and files: one row per cell, one column per changed input. Pure. */
export function manifestText(plan: BatchPlan, cells: readonly ManifestCell[]): string {
  const columns = inputColumns(plan);
  return csvText([
    ['cell', ...columns.map(({ name }) => name), 'server', 'job_id', 'status', 'files', 'missing'],
    ...cells.map(({ cell, server, jobId, status, files, missing }) => {
      const position = cellPosition(plan, cell);
      // Cells count from 1, as on the page.
      const values = columns.map(({ valueAt }) => valueAt(position));
      return [cell + 1, ...values, server, jobId, status, files.join('; '), missing.join('; ')];
    }),
  ]);
}

interface InputColumn {
  name: string;
  valueAt: (position: readonly number[]) => string | number;
}

/** Two inputs may have the same label: each then also has the id of its node. */
function inputColumns({ axes }: BatchPlan): InputColumn[] {
  const labels = axes.flatMap(({ inputs }) => inputs.map(({ label }) => label));
  return axes.flatMap(({ inputs, rows }, axis) =>
    inputs.map(({ label, nodeId }, at) => ({
      name: labels.filter((other) => other === label).length > 1 ? `${label} (${nodeId})` : label,
      valueAt: (position) => valueText(rows[position[axis] ?? 0]?.values[at]),
    })),
  );
}

/** Digits that spreadsheets keep; they round longer numbers, even quoted ones. */
const SPREADSHEET_DIGITS = 15;

/**
 * Numbers stay as they were written: a seed may exceed the precision of JavaScript. A long integer starts with an apostrophe, as
 * texts do that spreadsheets would read as formulas, so that all its digits are kept as text (decision 090).
 */
function valueText(value: JsonValue | undefined): string | number {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  const text = value instanceof LosslessNumber ? value.raw : stringifyJson(value);
  if (/^-?\d+$/.test(text) && text.replace('-', '').length > SPREADSHEET_DIGITS) return `'${text}`;
  return typeof value === 'number' ? value : text;
}
