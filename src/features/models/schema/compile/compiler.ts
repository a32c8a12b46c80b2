import type { JsonValue } from '@contract/json/lossless';
import { flatten, type FlatSchema } from '@contract/model-schema/flatten-schema';
import { t } from '@/lib/i18n/messages';
import type { Field, FieldBase, FieldPath, JsonField } from '../field';
import type { Surroundings } from './compile-media';

/** Position of a field, and what its parent says about it. */
export interface FieldContext extends Surroundings {
  readonly path: FieldPath;
  readonly required: boolean;
  readonly hints: readonly string[];
  /** Optional properties that belong to another branch of a union: collapsed, never removed. */
  readonly demoted: ReadonlySet<string>;
  /** Number of unions entered at this path. */
  readonly unions: number;
}

/** What the field compilers need from the document and from each other. */
export interface Compiler {
  resolve(reference: string): JsonValue | undefined;
  /** Compiles a schema with resolved references. */
  fieldOf(flat: FlatSchema, place: FieldContext): Field;
  /** Whether the router sets this property of the body, so that the user need not. */
  isFilledByRouter(name: string, flat: FlatSchema): boolean;
  /** Records an omission at a path, for the developer view. */
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

/** More distant ancestors say nothing about a field. */
const MAX_AROUND = 5;

/** Returns the context of a property or an item. */
export function contextBelow(
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
  if (reason !== '') compiler.note(base.path, t('Edited as JSON: {reason}', { reason }));
  return { ...base, kind: 'json', reason };
}
