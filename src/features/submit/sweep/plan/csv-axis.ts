import type { JsonValue } from '@contract/json/lossless';
import { t } from '@/lib/i18n/messages';
import type { FormField } from '../../draft/form-model';
import { labelOf, problemText, type AxisProblem, type AxisValues } from './axis-values';
import { parseCsv, type CsvRow } from './csv';
import { checkValue, readFieldValue } from './field-value';
import type { InputLabel } from './input-labels';
import type { CsvAxis } from '@/domains/drafts/sweep-form';
import { lowered } from '@/lib/i18n/lowered';

/** Returns the input of each column whose header names exactly one; `null` for the others. */
function mapColumns(header: readonly string[], labels: ReadonlyMap<string, InputLabel>): (string | null)[] {
  const taken = new Set<string>();
  return header.map((name) => {
    const wanted = name.trim().toLowerCase();
    const found = [...labels].filter(([key, label]) => !taken.has(key) && namesOf(label).includes(wanted));
    const [key] = found.length === 1 ? (found[0] ?? []) : [];
    if (key === undefined) return null;
    taken.add(key);
    return key;
  });
}

function namesOf({ name, node, nodeId, short, shown }: InputLabel): string[] {
  return [name, short, shown, `${node}.${name}`, `${node} ${name}`, `${nodeId}.${name}`].map((text) =>
    text.toLowerCase(),
  );
}

/**
 * Replaces the table of an axis. Columns that keep their name keep their input, new ones get the input that they name exactly, or else
 * the guessed one, unless another column has it.
 */
export function withTable(
  axis: CsvAxis,
  text: string,
  fileName: string | null,
  labels: ReadonlyMap<string, InputLabel>,
  guess: (column: string) => string | null,
): CsvAxis {
  const before = parseCsv(axis.text).header;
  const { header } = parseCsv(text);
  const found = mapColumns(header, labels);
  const columns = header.map((name, index) => {
    const known = before.indexOf(name);
    return known < 0 ? (found[index] ?? null) : (axis.columns[known] ?? null);
  });
  const guessed: number[] = [];
  for (const [index, name] of header.entries()) {
    const known = before.indexOf(name);
    if (known >= 0) {
      if (axis.guessed?.includes(known)) guessed.push(index);
      continue;
    }
    const key = columns[index] === null ? guess(name) : null;
    if (key === null || !labels.has(key) || columns.includes(key)) continue;
    columns[index] = key;
    guessed.push(index);
  }
  return { ...axis, text, fileName, columns, guessed };
}

/** Sets the input of a column, which is no guess from then on. */
export function withColumn(axis: CsvAxis, column: number, key: string | null): CsvAxis {
  const { header } = parseCsv(axis.text);
  return {
    ...axis,
    columns: header.map((_, index) => (index === column ? key : (axis.columns[index] ?? null))),
    guessed: (axis.guessed ?? []).filter((index) => index !== column),
  };
}

interface MappedColumn {
  index: number;
  field: FormField;
}

/** Returns the inputs of an axis from a table: the columns that are mapped to an existing input. */
export function mappedColumns(axis: CsvAxis, fields: ReadonlyMap<string, FormField>): MappedColumn[] {
  return axis.columns.flatMap((key, index) => {
    const field = key === null ? undefined : fields.get(key);
    return field ? [{ index, field }] : [];
  });
}

/** Returns the rows of an axis from a table, with problems by line. */
export function valuesOfTable(axis: CsvAxis, columns: readonly MappedColumn[], isRunByComfyui: boolean): AxisValues {
  const table = parseCsv(axis.text);
  const none = (message: string): AxisValues => ({ rows: [], problems: [{ message, severity: 'unfinished' }] });
  if (table.header.length === 0) return { rows: [], problems: [{ message: t('No table yet.'), severity: 'missing' }] };
  const broken = table.problems.map(({ line, message }): AxisProblem => ({
    message: t('Line {line}: {problem}.', { line, problem: message }),
    severity: 'error',
  }));
  if (columns.length === 0)
    return { rows: [], problems: [...broken, ...none(t('Choose an input for a column.')).problems] };
  if (table.rows.length === 0 && broken.length === 0) return none(t('The table has a header, but no rows.'));
  const read = table.rows.map((row) => readRow(row, columns, isRunByComfyui));
  return {
    rows: read.flatMap(({ values }) => (values ? [{ label: values.map(labelOf).join(', '), values }] : [])),
    problems: [
      ...broken,
      ...read.flatMap(({ problems }) => problems),
      ...unusedColumns(axis, table.header),
      ...repetitions(table.rows, columns),
    ],
  };
}

function unusedColumns({ columns }: CsvAxis, header: readonly string[]): AxisProblem[] {
  const unused = header.filter((name, index) => name.trim() !== '' && (columns[index] ?? null) === null);
  if (unused.length === 0) return [];
  return [
    {
      message: t('{count, plural, one {# column is} other {# columns are}} not used: {names}.', {
        count: unused.length,
        names: unused.join(', '),
      }),
      severity: 'warning',
    },
  ];
}

/** Names rows that set the same values as an earlier one: each is a job. */
function repetitions(rows: readonly CsvRow[], columns: readonly MappedColumn[]): AxisProblem[] {
  const lines = new Map<string, number>();
  return rows.flatMap(({ line, cells }): AxisProblem[] => {
    const key = JSON.stringify(columns.map(({ index }) => cells[index]?.trim() ?? ''));
    const first = lines.get(key);
    lines.set(key, first ?? line);
    return first === undefined
      ? []
      : [{ message: t('Line {line} has the values of line {first}.', { line, first }), severity: 'warning' }];
  });
}

function readRow(
  { line, cells }: CsvRow,
  columns: readonly MappedColumn[],
  isRunByComfyui: boolean,
): { values: JsonValue[] | null; problems: AxisProblem[] } {
  const problems: AxisProblem[] = [];
  const values: JsonValue[] = [];
  for (const { index, field } of columns) {
    const where = t('Line {line}, {name}', { line, name: field.name });
    const read = readFieldValue(field, cells[index] ?? '');
    if ('problem' in read) {
      problems.push({ message: `${where}: ${lowered(read.problem)}`, severity: 'error' });
      continue;
    }
    values.push(read.value);
    const found = checkValue(field, read.value, isRunByComfyui);
    if (found) {
      const severity = found.isBlocking ? 'error' : 'warning';
      problems.push({ message: problemText(where, lowered(found.message), severity), severity });
    }
  }
  return { values: values.length === columns.length ? values : null, problems };
}
