import type { Field, FieldBase, FieldPath, MediaField, NumberField, ObjectField, TextField } from '../../schema/field';

/** Creates plain fields for specs; only the given properties differ from the defaults. */
function base(path: FieldPath): FieldBase {
  const name = String(path.at(-1) ?? '');
  return {
    path,
    name,
    title: name,
    description: '',
    required: false,
    nullable: false,
    deprecated: false,
    readOnly: false,
    writeOnly: false,
    defaultValue: undefined,
    examples: [],
    hints: [],
    foreign: [],
    place: 'main',
    group: '',
  };
}

export function textField(path: FieldPath, given: Partial<TextField> = {}): TextField {
  const plain = { format: 'plain', minLength: null, maxLength: null, pattern: null, suggestions: [] } as const;
  return { ...base(path), kind: 'text', ...plain, ...given };
}

export function numberField(path: FieldPath, given: Partial<NumberField> = {}): NumberField {
  const plain = {
    integer: true,
    wide: false,
    minimum: null,
    maximum: null,
    multipleOf: null,
    slider: null,
    specials: [],
  };
  return { ...base(path), kind: 'number', ...plain, ...given };
}

export function mediaField(path: FieldPath, given: Partial<MediaField> = {}): MediaField {
  const plain = { media: 'image', ways: ['url'], accept: [], typeMember: null, maxLength: null } as const;
  return { ...base(path), kind: 'media', ...plain, ...given };
}

export function objectField(path: FieldPath, fields: readonly Field[]): ObjectField {
  return { ...base(path), kind: 'object', fields: () => fields, alternatives: [], extra: null };
}
