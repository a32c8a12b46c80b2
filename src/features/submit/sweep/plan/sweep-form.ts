import type { JsonValue } from '@contract/json/lossless';
import type { CsvAxis, InputAxis, SweepForm, ValueSource } from '@/domains/drafts/sweep-form';
import type { FieldKind, FormField } from '../../draft/form-model';

const DEFAULT_LIMIT = 4;

export function newSweep(): SweepForm {
  return { title: null, limit: String(DEFAULT_LIMIT), cap: '', otherSurfaceIds: [], axes: [] };
}

/** @param source random whole number for seeds and picks */
export function newInputAxis(id: string, field: FormField | null, source: string): InputAxis {
  return {
    kind: 'input',
    id,
    fieldKey: field?.key ?? null,
    source: field ? (sourcesOf(field)[0] ?? 'list') : 'list',
    list: '',
    range: { from: '', to: '', by: 'step', step: stepOf(field), count: '5' },
    seeds: { by: 'random', count: '4', start: '0', source },
    choices: [],
    wildcards: { text: '', lists: {}, by: 'all', count: '10', seed: source },
    files: [],
  };
}

/** Starts the text with wildcards from what the input contains now, unless one is there. */
export function withCurrentText(axis: InputAxis, value: JsonValue | undefined): InputAxis {
  if (typeof value !== 'string' || axis.wildcards.text !== '') return axis;
  return { ...axis, wildcards: { ...axis.wildcards, text: value } };
}

export function newCsvAxis(id: string): CsvAxis {
  return { kind: 'csv', id, fileName: null, text: '', columns: [] };
}

/** Moves an axis to another input, and keeps what it has in common with the previous one. */
export function withField(axis: InputAxis, field: FormField): InputAxis {
  const sources = sourcesOf(field);
  const isKept = axis.fieldKey !== null && sources.includes(axis.source);
  const source = isKept ? axis.source : (sources[0] ?? 'list');
  const step = axis.range.step === '' ? stepOf(field) : axis.range.step;
  return { ...axis, fieldKey: field.key, source, choices: [], range: { ...axis.range, step } };
}

const SOURCES: Readonly<Record<FieldKind, readonly ValueSource[]>> = {
  int: ['list', 'range'],
  float: ['list', 'range'],
  seed: ['seeds', 'list', 'range'],
  text: ['list', 'wildcards'],
  long_text: ['list', 'wildcards'],
  color: ['list'],
  color_number: ['list'],
  boolean: ['choices'],
  combo: ['choices', 'list'],
  media: ['files'],
  json: ['list'],
};

/** Returns the ways to give values to an input, the usual one first. */
export function sourcesOf(field: FormField): readonly ValueSource[] {
  const hasServerFiles = field.kind === 'media' && (field.spec?.options?.length ?? 0) > 0;
  return hasServerFiles ? ['files', 'choices'] : SOURCES[field.kind];
}

/** Returns the values of an enumeration. */
export function choicesOf(field: FormField): readonly (string | number | boolean)[] {
  return field.kind === 'boolean' ? [true, false] : (field.spec?.options ?? []);
}

/** Parses a typed count; `null` unless it is a whole number, 1 or more. */
export function readCount(text: string): number | null {
  const count = /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : 0;
  return count > 0 ? count : null;
}

/** Returns the number of jobs after which the batch pauses; `null` if the text is not a number, `undefined` without one. */
export function readCap({ cap }: SweepForm): number | null | undefined {
  return cap.trim() === '' ? undefined : readCount(cap);
}

function stepOf(field: FormField | null): string {
  return field?.spec?.step === undefined ? '' : String(field.spec.step);
}
