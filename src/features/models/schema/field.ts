import type { JsonObject, JsonValue, LosslessNumber } from '@contract/json/lossless';
import type { Choice } from '@/shared/fields/choice';
import type { NumberBound } from '@/shared/fields/number-range';
import type { TextFormat } from '@/shared/fields/text-format';

/**
 * Form model: the fields that a schema asks the user to fill in. A field knows its path in the body but not its value,
 * so it never changes while the user types. Children are created on first use and are the same objects from then on: a
 * recursive schema becomes a tree of unlimited depth, and rows can be memoized.
 */
export type Field =
  | TextField
  | NumberField
  | BooleanField
  | EnumField
  | ConstField
  | ObjectField
  | ArrayField
  | MapField
  | UnionField
  | MediaField
  | JsonField;

/** Property names and array indexes, outermost first; the empty path is the whole body. */
export type FieldPath = readonly (string | number)[];

export interface FieldBase {
  readonly path: FieldPath;
  /** Last step of the path as written in JSON; empty at the root. */
  readonly name: string;
  /** Title from the schema, otherwise the name. */
  readonly title: string;
  /** Markdown by the author of the document: untrusted. */
  readonly description: string;
  readonly required: boolean;
  /** Whether `null` may be sent, which differs from sending nothing. */
  readonly nullable: boolean;
  readonly deprecated: boolean;
  /** Set by the service: shown, but not editable. */
  readonly readOnly: boolean;
  /** A secret that the service never sends back. */
  readonly writeOnly: boolean;
  /** Value that the service uses if none is sent; `undefined` if the document does not state one. */
  readonly defaultValue: JsonValue | undefined;
  readonly examples: readonly JsonValue[];
  /** Rules that no control enforces, as sentences ("Not together with image"). */
  readonly hints: readonly string[];
  /** Schemas at this path with rules that a browser may be unable to validate; see `unchecked-rules.ts`. */
  readonly foreign: readonly JsonObject[];
  /** `more` is collapsed by default. */
  readonly place: 'main' | 'more';
  /** Heading from the document; empty if none. */
  readonly group: string;
}

export interface TextField extends FieldBase {
  readonly kind: 'text';
  readonly format: TextFormat;
  /** In Unicode characters. */
  readonly minLength: number | null;
  readonly maxLength: number | null;
  /** As written in the document: shown to the user, and only evaluated in the worker, since it may never terminate. */
  readonly pattern: string | null;
  /** Suggested values for free text. */
  readonly suggestions: readonly Choice[];
}

export interface NumberField extends FieldBase {
  readonly kind: 'number';
  readonly integer: boolean;
  /** Values may exceed 2^53: edit them as text and never convert them to a double. */
  readonly wide: boolean;
  readonly minimum: NumberBound | null;
  readonly maximum: NumberBound | null;
  readonly multipleOf: number | LosslessNumber | null;
  /** Present if both bounds are known and close enough for a slider. */
  readonly slider: SliderRange | null;
  /** Values allowed beside the range, such as -1 for "automatic". */
  readonly specials: readonly Choice[];
}

/** Allowed ends, both inclusive. */
export interface SliderRange {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

export interface BooleanField extends FieldBase {
  readonly kind: 'boolean';
}

export interface EnumField extends FieldBase {
  readonly kind: 'enum';
  /** Without `null`, which `nullable` covers. May contain thousands of values. */
  readonly choices: readonly Choice[];
}

export interface ConstField extends FieldBase {
  readonly kind: 'const';
  readonly value: JsonValue;
}

export interface ObjectField extends FieldBase {
  readonly kind: 'object';
  /** In display order: required before optional, groups together. */
  fields(): readonly Field[];
  /** Sets of properties of which one (or at least one) must be sent. */
  readonly alternatives: readonly Alternative[];
  /** Field of an additional property; `null` if none are allowed. */
  readonly extra: ((name: string) => Field) | null;
}

export interface Alternative {
  /** `one` means exactly one of the sets. */
  readonly need: 'one' | 'at-least-one';
  readonly sets: readonly (readonly string[])[];
}

export interface ArrayField extends FieldBase {
  readonly kind: 'array';
  item(index: number): Field;
  readonly minItems: number;
  readonly maxItems: number | null;
  readonly unique: boolean;
}

/** An object whose property names the user chooses. */
export interface MapField extends FieldBase {
  readonly kind: 'map';
  entry(name: string): Field;
  /** Regular expression that names must match; `null` allows any name. */
  readonly namePattern: string | null;
  readonly minEntries: number;
  readonly maxEntries: number | null;
}

/** One of several shapes. `union.ts` identifies the shape of a value and switches between shapes. */
export interface UnionField extends FieldBase {
  readonly kind: 'union';
  readonly branches: readonly Branch[];
  /** Property that identifies the branch. */
  readonly discriminator: string | null;
}

export interface Branch {
  readonly title: string;
  readonly description: string;
  /** Values of the discriminator that select this branch. */
  readonly discriminatorValues: readonly JsonValue[];
  /** At the path of the union itself. */
  field(): Field;
}

export type MediaKind = 'image' | 'video' | 'audio' | 'file';

/** Encoding of the bytes: a URL, a `data:` URL, or base64 without a prefix. */
export type MediaEncoding = 'url' | 'data-uri' | 'base64';

export interface MediaField extends FieldBase {
  readonly kind: 'media';
  readonly media: MediaKind;
  /** Encodings that the document allows, the preferred one first; never empty. */
  readonly ways: readonly [MediaEncoding, ...MediaEncoding[]];
  /** MIME types and extensions such as `.glb` that the document names; empty if it names none. */
  readonly accept: readonly string[];
  /** Sibling property with the MIME type, as in `{data, mimeType}`; `null` if there is none. */
  readonly typeMember: string | null;
  readonly maxLength: number | null;
}

/** Edited as JSON text: any value, or a schema beyond the controls. */
export interface JsonField extends FieldBase {
  readonly kind: 'json';
  /** Reason why there is no better control; empty if the schema allows any value. */
  readonly reason: string;
}

/** Returns a key for maps: equal paths have equal keys, and `['1']` differs from `[1]`. */
export function pathKey(path: FieldPath): string {
  return JSON.stringify(path);
}

/** Returns `true` if `path` is `parent` or is nested in it. */
export function isWithin(path: FieldPath, parent: FieldPath): boolean {
  return path.length >= parent.length && parent.every((step, index) => step === path[index]);
}

/** Returns a human-readable path, such as `input.media[2].url`. */
export function pathText(path: FieldPath): string {
  return path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('');
}

/** Returns all possible fields at a path: several if the path leads through a union. */
export function fieldsAt(root: Field, path: FieldPath): Field[] {
  return path.reduce<Field[]>((fields, step) => fields.flatMap((field) => childrenAt(field, step)), [root]);
}

/** Returns all fields of any branch at this step; open maps are ignored, since they accept any name. */
export function childrenAt(field: Field, step: string | number): Field[] {
  switch (field.kind) {
    case 'object':
      return field.fields().filter((child) => child.name === step);
    case 'array':
      return typeof step === 'number' ? [field.item(step)] : [];
    case 'union':
      return field.branches.flatMap((branch) => childrenAt(branch.field(), step));
    default:
      return [];
  }
}

/**
 * Returns one field of each kind below this field: the first item represents all items, and a placeholder name
 * represents every entry.
 */
export function fieldsBelow(field: Field): readonly Field[] {
  switch (field.kind) {
    case 'object':
      return field.fields();
    case 'array':
      return [field.item(0)];
    case 'map':
      return [field.entry('name')];
    case 'union':
      return field.branches.map((branch) => branch.field());
    default:
      return [];
  }
}
