import { each, type FlatSchema } from '@contract/model-schema/flatten-schema';
import { choicesOf } from './compile-choice';
import type { Compiler, FieldContext } from './compiler';
import type { Choice } from '@/shared/fields/choice';
import type { Field, FieldBase, MediaField, MediaEncoding, NumberField, TextField } from '../field';
import { statedTypes, type JsonType } from '../schema-types';

interface MergeableBranch {
  readonly own: FlatSchema;
  readonly whole: FlatSchema;
}

const SCALARS: ReadonlySet<JsonType> = new Set(['string', 'number', 'integer', 'boolean']);

/**
 * Merges branches that users do not perceive as different shapes into one control: values with titles, "-1 or a range",
 * known names or any text, a URL or base64. Returns `null` if the branches do differ.
 */
export function mergeBranches(
  compiler: Compiler,
  branches: readonly MergeableBranch[],
  base: FieldBase,
  place: FieldContext,
): Field | null {
  const lists = branches.map(({ whole }) => choicesOf(whole));
  const choices = titled(branches, lists);
  // Lists without a common value leave nothing to choose.
  const values = choices.filter(({ value }) => value !== null);
  if (values.length > 0 && lists.every(Boolean)) return { ...base, kind: 'enum', choices: values };
  if (!branches.every(({ whole }) => isScalar(whole))) return null;
  const open = branches.filter((_, index) => !lists[index]).map(({ whole }) => compiler.fieldOf(whole, place));
  if (open.every((field) => field.kind === 'number')) return mergedNumber(open, base, choices);
  if (!choices.every(({ value }) => typeof value === 'string')) return null;
  if (open.every((field) => field.kind === 'text' || field.kind === 'media')) return mergedText(open, base, choices);
  return null;
}

function isScalar(whole: FlatSchema): boolean {
  const { types } = statedTypes(whole);
  return types.length > 0 && types.every((type) => SCALARS.has(type));
}

/** A branch with a single value uses its own title for it. */
function titled(branches: readonly MergeableBranch[], lists: readonly (readonly Choice[] | null)[]): Choice[] {
  return branches.flatMap(({ own }, index) => {
    const list = lists[index] ?? [];
    const [title] = each(own, 'title');
    const [description] = each(own, 'description');
    if (list.length !== 1) return list;
    return list.map((choice) => ({
      ...choice,
      label: typeof title === 'string' ? title : choice.label,
      description: typeof description === 'string' ? description : choice.description,
    }));
  });
}

/** Of several ranges, the form shows the first; validation accepts the others. */
function mergedNumber(open: readonly NumberField[], base: FieldBase, choices: readonly Choice[]): NumberField | null {
  const [range] = open;
  if (!range || (open.length > 1 && choices.length > 0)) return null;
  if (open.length === 1) return { ...range, ...base, kind: 'number', specials: choices };
  const isWhole = open.every((field) => field.integer);
  const bounds = { minimum: null, maximum: null, multipleOf: null, slider: null };
  return { ...range, ...bounds, ...base, kind: 'number', integer: isWhole, wide: isWhole };
}

function mergedText(
  open: readonly (TextField | MediaField)[],
  base: FieldBase,
  choices: readonly Choice[],
): TextField | MediaField | null {
  const media = open.filter((field) => field.kind === 'media');
  const [place] = media;
  if (place) {
    if (choices.length > 0) return null;
    const [way = place.ways[0], ...ways] = new Set<MediaEncoding>(media.flatMap((field) => field.ways));
    const accept = [...new Set(media.flatMap((field) => field.accept))];
    return { ...place, ...base, kind: 'media', ways: [way, ...ways], accept };
  }
  const texts = open.filter((field) => field.kind === 'text');
  // The least strict branch accepts everything that any branch accepts.
  const text =
    texts.find(({ pattern, format }) => pattern === null && (format === 'plain' || format === 'long')) ?? texts[0];
  if (!text) return null;
  const longest = texts.some(({ maxLength }) => maxLength === null)
    ? null
    : Math.max(...texts.map(({ maxLength }) => maxLength ?? 0));
  return { ...text, ...base, kind: 'text', minLength: null, maxLength: longest, suggestions: choices };
}
