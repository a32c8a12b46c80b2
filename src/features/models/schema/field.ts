import type { JsonObject, JsonValue, LosslessNumber } from '@contract/json/lossless';

/**
 * The model of a form: what a schema asks for, as fields that a person fills in. A field knows its place in the body and
 * nothing of its value, so it never changes while the person types. Children are made when they are first asked for and
 * are the same objects ever after: a schema that refers to itself is a tree of any depth, and a row can be memoised.
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

/** Member names and array indexes, outermost first; the empty path is the whole body. */
export type FieldPath = readonly (string | number)[];

export interface FieldBase {
  readonly path: FieldPath;
  /** The last step of the path as it is written in JSON; empty at the root. */
  readonly name: string;
  /** What the schema calls it, else the name. */
  readonly title: string;
  /** Markdown of the document's author: untrusted. */
  readonly description: string;
  readonly required: boolean;
  /** Whether null may be sent, which is not the same as sending nothing. */
  readonly nullable: boolean;
  readonly deprecated: boolean;
  /** Set by the service: shown, never asked for. */
  readonly readOnly: boolean;
  /** A secret that the service never sends back. */
  readonly writeOnly: boolean;
  /** What the service takes when nothing is sent; undefined where the document does not say. */
  readonly defaultValue: JsonValue | undefined;
  readonly examples: readonly JsonValue[];
  /** Rules which no control holds, as sentences ("Not together with image"). */
  readonly hints: readonly string[];
  /** The schemas that hold here and have rules which a browser may be unable to judge; `unchecked-rules.ts` tells. */
  readonly foreign: readonly JsonObject[];
  /** `more` is folded away until asked for. */
  readonly place: 'main' | 'more';
  /** The heading under which the document's author put it; empty for none. */
  readonly group: string;
}

export type TextFormat =
  'plain' | 'long' | 'uri' | 'email' | 'uuid' | 'color' | 'date' | 'date-time' | 'time' | 'secret';

export interface TextField extends FieldBase {
  readonly kind: 'text';
  readonly format: TextFormat;
  /** In Unicode characters. */
  readonly minLength: number | null;
  readonly maxLength: number | null;
  /** As the document writes it: shown to the person, and tried in the worker only, since it may never end. */
  readonly pattern: string | null;
  /** Values worth offering beside free text. */
  readonly suggestions: readonly Choice[];
}

export interface NumberField extends FieldBase {
  readonly kind: 'number';
  readonly integer: boolean;
  /** Values may lie beyond 2^53: edit them as text, and never pass them through a double. */
  readonly wide: boolean;
  readonly minimum: NumberBound | null;
  readonly maximum: NumberBound | null;
  readonly multipleOf: number | LosslessNumber | null;
  /** Present where both ends are known and near enough for a slider. */
  readonly slider: SliderRange | null;
  /** Values allowed beside the range, such as -1 for "automatic". */
  readonly specials: readonly Choice[];
}

export interface NumberBound {
  readonly value: number | LosslessNumber;
  readonly exclusive: boolean;
}

/** Ends that may be chosen, both included. */
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
  /** Without null, which `nullable` says. May be thousands. */
  readonly choices: readonly Choice[];
}

export interface Choice {
  readonly value: JsonValue;
  readonly label: string;
  readonly description: string;
}

export interface ConstField extends FieldBase {
  readonly kind: 'const';
  readonly value: JsonValue;
}

export interface ObjectField extends FieldBase {
  readonly kind: 'object';
  /** In the order in which they are shown: required before optional, groups together. */
  fields(): readonly Field[];
  /** Sets of members of which one (or at least one) has to be sent. */
  readonly alternatives: readonly Alternative[];
  /** The field of a member that the schema does not name; null where none may be added. */
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

/** An object whose member names are the person's own. */
export interface MapField extends FieldBase {
  readonly kind: 'map';
  entry(name: string): Field;
  /** What names have to look like, as a regular expression; null for any. */
  readonly namePattern: string | null;
  readonly minEntries: number;
  readonly maxEntries: number | null;
}

/** One of several shapes. `union.ts` tells which one a value has, and goes over from one to another. */
export interface UnionField extends FieldBase {
  readonly kind: 'union';
  readonly branches: readonly Branch[];
  /** The member that tells the branches apart. */
  readonly discriminator: string | null;
}

export interface Branch {
  readonly title: string;
  readonly description: string;
  /** Values of the discriminator that mean this branch. */
  readonly discriminatorValues: readonly JsonValue[];
  /** At the path of the union itself. */
  field(): Field;
}

export type MediaKind = 'image' | 'video' | 'audio' | 'file';

/** How the bytes travel: an address, a `data:` address, or base64 with nothing before it. */
export type MediaWay = 'url' | 'data-uri' | 'base64';

export interface MediaField extends FieldBase {
  readonly kind: 'media';
  readonly media: MediaKind;
  /** The ways that the document allows, the one it prefers first; never empty. */
  readonly ways: readonly [MediaWay, ...MediaWay[]];
  /** MIME types and extensions such as `.glb` that the document names; empty if it names none. */
  readonly accept: readonly string[];
  /** The member beside this one which tells the MIME type, as in `{data, mimeType}`; null for none. */
  readonly typeMember: string | null;
  readonly maxLength: number | null;
}

/** Edited as JSON text: any value, or a schema beyond the controls. */
export interface JsonField extends FieldBase {
  readonly kind: 'json';
  /** Why there is no better control; empty where the schema allows anything. */
  readonly reason: string;
}
