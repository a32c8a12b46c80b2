import type { JsonValue } from '@contract/json/lossless';
import { flatten, type FlatSchema } from '@contract/model-schema/flatten-schema';
import type { Field, FieldBase, FieldPath, JsonField } from './field';
import type { Surroundings } from './media-field';

/** Where a field stands and what its parent says of it. */
export interface FieldContext extends Surroundings {
  readonly path: FieldPath;
  readonly required: boolean;
  readonly hints: readonly string[];
  /** Optional members that belong to another branch of a union: folded away, never taken away. */
  readonly demoted: ReadonlySet<string>;
  /** How many unions were entered at this very path. */
  readonly unions: number;
}

/** What the makers of fields need of the document and of each other. */
export interface Compiler {
  resolve(reference: string): JsonValue | undefined;
  /** The field of a schema whose references are followed. */
  fieldOf(flat: FlatSchema, place: FieldContext): Field;
  /** Whether a member of the body is one that the router fills in, so that nobody is asked for it. */
  isFilledByRouter(name: string, flat: FlatSchema): boolean;
  /** Told what was left out at a place, for the developer view. */
  note(path: FieldPath, text: string): void;
}

/** @param parts schemas that all hold. @param met schemas that hold here already. */
export function flattenAt(
  compiler: Compiler,
  parts: readonly JsonValue[],
  path: FieldPath,
  met?: FlatSchema['met'],
): FlatSchema {
  return flatten(parts, { resolve: compiler.resolve, onNote: (text) => compiler.note(path, text) }, met);
}

export function compileField(compiler: Compiler, parts: readonly JsonValue[], place: FieldContext): Field {
  return compiler.fieldOf(flattenAt(compiler, parts, place.path), place);
}

/** Who is further away says nothing of a field. */
const MAX_AROUND = 5;

/** The place of a member or an item. */
export function placeBelow(
  place: FieldContext,
  base: FieldBase,
  step: string | number,
  given: Partial<FieldContext>,
): FieldContext {
  return {
    path: [...place.path, step],
    required: false,
    hints: [],
    demoted: new Set(),
    unions: 0,
    around: [{ name: base.name, description: base.description }, ...place.around.slice(0, MAX_AROUND)],
    beside: place.beside,
    modalities: place.modalities,
    ...given,
  };
}

/** @param reason why there is no better control; empty where the schema allows anything. */
export function jsonField(compiler: Compiler, base: FieldBase, reason: string): JsonField {
  if (reason !== '') compiler.note(base.path, `Edited as JSON: ${reason}`);
  return { ...base, kind: 'json', reason };
}
