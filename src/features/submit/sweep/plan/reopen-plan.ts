import { isAssetReference } from '@contract/workflow/asset-references';
import { stringifyJson, type JsonValue } from '@contract/json/lossless';
import type { BatchAxis, BatchPlan } from '@/domains/batches/batch-plan';
import { fieldKey } from '@/domains/drafts/field-key';
import type { CsvAxis, InputAxis, SweepAxis } from '@/domains/drafts/sweep-form';
import { valueText } from '@/shared/fields/typed-text';
import type { FormField } from '../../draft/form-model';
import { valuesOfInput } from './axis-values';
import type { SweepContext } from './build-sweep';
import { mappedColumns, valuesOfTable } from './csv-axis';
import { choiceKey } from './field-value';
import { newFixedAxis } from './fixed-axis';
import { newCsvAxis, newInputAxis, sourcesOf } from './sweep-form';

type Rows = readonly { values: readonly JsonValue[] }[];

/**
 * Returns the axes that plan the cells of a batch again. How the user described the values is not stored: they become lists, choices,
 * files or a table, whichever expands to exactly these values, otherwise a fixed axis.
 */
export function reopenPlan({ axes }: BatchPlan, context: SweepContext, newId: () => string): SweepAxis[] {
  return axes.map((axis) => {
    const fields = axis.inputs.map(({ nodeId, input }) => context.form.fields.get(fieldKey(nodeId, input)));
    if (!fields.every((field) => field !== undefined)) return newFixedAxis(newId(), axis);
    return inputAxisOf(axis, fields, context, newId()) ?? tableOf(axis, fields, context, newId());
  });
}

function inputAxisOf(
  { rows }: BatchAxis,
  [field, ...others]: readonly FormField[],
  { isRunByComfyui }: SweepContext,
  id: string,
): InputAxis | null {
  if (!field || others.length > 0) return null;
  const values = rows.map((row) => row.values[0] ?? null);
  const base = newInputAxis(id, field, '0');
  const axes: InputAxis[] = [
    { ...base, source: 'choices', choices: values.map(choiceKey) },
    { ...base, source: 'list', list: values.map(valueText).join('\n') },
  ];
  if (values.every((value) => isAssetReference(value))) {
    const files = rows.map(({ label }, at) => {
      return { id: `${id} ${at}`, name: label, reference: values[at] ?? null, problem: null };
    });
    axes.unshift({ ...base, source: 'files', files });
  }
  const isSame = (axis: InputAxis) => hasValues(rows, valuesOfInput(axis, field, isRunByComfyui).rows);
  return axes.find((axis) => sourcesOf(field).includes(axis.source) && isSame(axis)) ?? null;
}

function tableOf(
  axis: BatchAxis,
  fields: readonly FormField[],
  { form, isRunByComfyui, labels }: SweepContext,
  id: string,
): SweepAxis {
  const header = fields.map(({ key, name }) => labels.get(key)?.short ?? name);
  const lines = [header, ...axis.rows.map(({ values }) => values.map(valueText))];
  const text = lines.map((cells) => cells.map(quoted).join(',')).join('\n');
  const table: CsvAxis = { ...newCsvAxis(id), text, columns: fields.map(({ key }) => key) };
  const read = valuesOfTable(table, mappedColumns(table, form.fields), isRunByComfyui);
  return hasValues(axis.rows, read.rows) ? table : newFixedAxis(id, axis);
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

function hasValues(wanted: Rows, found: Rows): boolean {
  const textOf = (rows: Rows) => rows.map(({ values }) => stringifyJson([...values])).join('\n');
  return textOf(wanted) === textOf(found);
}
