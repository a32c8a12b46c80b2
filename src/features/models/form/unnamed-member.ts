import type { FieldPath, JsonField } from '../schema/field';

/** The field of a member that the document does not describe, where it allows none. */
export function unnamedMember(parent: FieldPath, name: string): JsonField {
  return {
    kind: 'json',
    path: [...parent, name],
    name,
    title: name,
    description: '',
    required: false,
    nullable: true,
    deprecated: false,
    readOnly: false,
    writeOnly: false,
    defaultValue: undefined,
    examples: [],
    hints: [],
    foreign: [],
    place: 'main',
    group: '',
    reason: 'The document of this model does not describe it. It is sent as it stands.',
  };
}
