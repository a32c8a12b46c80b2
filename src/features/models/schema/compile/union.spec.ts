import { describe, expect, it } from 'vitest';
import {
  isWithin,
  pathKey,
  pathText,
  type ArrayField,
  type ConstField,
  type Field,
  type FieldBase,
  type FieldPath,
  type ObjectField,
  type TextField,
  type UnionField,
} from '../field';
import { serverErrors } from '../server-errors';
import { branchOf, switchBranch } from './union';

const base = (path: FieldPath, given: Partial<FieldBase> = {}): FieldBase => ({
  path,
  name: String(path.at(-1) ?? ''),
  title: '',
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
  ...given,
});

const text = (path: FieldPath, given: Partial<FieldBase> = {}): TextField => ({
  ...base(path, given),
  kind: 'text',
  format: 'plain',
  minLength: null,
  maxLength: null,
  pattern: null,
  suggestions: [],
});
const constant = (path: FieldPath, value: string): ConstField => ({
  ...base(path, { required: true }),
  kind: 'const',
  value,
});
const object = (path: FieldPath, fields: Field[]): ObjectField => ({
  ...base(path),
  kind: 'object',
  fields: () => fields,
  alternatives: [],
  extra: null,
});
const list = (path: FieldPath, item: (path: FieldPath) => Field): ArrayField => ({
  ...base(path),
  kind: 'array',
  item: (index) => item([...path, index]),
  minItems: 0,
  maxItems: null,
  unique: false,
});
const union = (path: FieldPath, branches: Field[], discriminator: string | null = null): UnionField => ({
  ...base(path),
  kind: 'union',
  discriminator,
  branches: branches.map((field, index) => ({
    title: `branch ${index}`,
    description: '',
    discriminatorValues: discriminator === null ? [] : [`mark ${index}`],
    field: () => field,
  })),
});

const textOrList = union(['image'], [text(['image']), list(['image'], (path) => text(path))]);
const parts = (path: FieldPath) =>
  union(path, [
    object(path, [constant([...path, 'type'], 'text'), text([...path, 'text'], { required: true })]),
    object(path, [constant([...path, 'type'], 'image'), text([...path, 'url'], { required: true })]),
  ]);

describe('a union', () => {
  it('identifies the branch of a value by its type, and by properties with a fixed value', () => {
    expect([branchOf(textOrList, 'x'), branchOf(textOrList, ['x']), branchOf(textOrList, 7)]).toEqual([0, 1, -1]);
    expect(branchOf(parts([]), { type: 'image', text: 'kept', url: 1 })).toBe(1);
    expect(branchOf(parts([]), { url: 'https://x' })).toBe(1);
    expect(branchOf(parts([]), undefined)).toBe(-1);
  });

  it('identifies the branch by the discriminator first', () => {
    const field = union([], [object([], [text(['a'])]), object([], [text(['b'])])], 'mode');
    expect(branchOf(field, { mode: 'mark 1', a: 'x' })).toBe(1);
    expect(switchBranch(field, 1, { mode: 'mark 0', a: 'x' })).toEqual({ mode: 'mark 1' });
  });

  it('keeps on a switch what both branches have', () => {
    expect(switchBranch(parts([]), 1, { type: 'text', text: 'x', url: 'https://x' })).toEqual({
      type: 'image',
      url: 'https://x',
    });
    expect(switchBranch(textOrList, 1, 'x')).toEqual(['x']);
    expect(switchBranch(textOrList, 0, ['x', 'y'])).toBe('x');
    expect(switchBranch(textOrList, 0, undefined)).toBe('');
    expect(switchBranch(parts([]), 1, [{ type: 'text', url: 'https://x' }])).toEqual({
      type: 'image',
      url: 'https://x',
    });
  });
});

describe('errors of a service', () => {
  const root = object([], [textOrList, object(['size'], [text(['size', 'width'])]), list(['content'], parts)]);
  const pathOf = (loc: (string | number)[], sent = {}) => {
    const [fault] = serverErrors([{ loc, msg: 'm', type: 't' }], root, sent);
    return pathText(fault?.path ?? ['none']);
  };

  it('R-2.63 are shown at the field that loc names', () => {
    expect(pathOf(['body', 'size', 'width'])).toBe('size.width');
    expect(pathOf(['size', 'width'])).toBe('size.width');
  });

  it('R-2.54 treat an integer in loc as an index into an array', () => {
    expect(pathOf(['body', 'content', 1, 'url'])).toBe('content[1].url');
    expect(pathOf(['body', 'image', 2])).toBe('image[2]');
  });

  it('are shown at the nearest field if loc contains types or unknown names', () => {
    expect(pathOf(['body', 'image', 'str'])).toBe('image');
    expect(pathOf(['body', 'content', 0, 'ImagePart', 'url'])).toBe('content[0].url');
    expect(pathOf(['query', -1, 1.5])).toBe('');
    expect(pathOf(['body', 'unlisted'], { unlisted: 1 })).toBe('unlisted');
    expect(pathOf(['body', '__proto__', 'x'])).toBe('');
  });

  it('R-2.57 of an unknown type are shown with their message and bound', () => {
    const [fault] = serverErrors([{ loc: [], msg: 'Odd.', type: 'weird_kind.v2', ctx: { limit: 3 } }], root, {});
    expect(fault).toMatchObject({ message: 'Odd.', rule: 'weird_kind.v2', context: { limit: 3 }, source: 'server' });
  });

  it('R-2.62 distinguish an absent input from null', () => {
    const errors = serverErrors(
      [
        { loc: [], msg: '', type: '' },
        { loc: [], msg: '', type: '', input: null },
      ],
      root,
      {},
    );
    expect(errors.map((fault) => fault.input)).toEqual([undefined, null]);
  });
});

describe('a path', () => {
  it('has a unique key, and recognizes nested paths', () => {
    expect(pathKey(['a', '1'])).not.toBe(pathKey(['a', 1]));
    expect([isWithin(['a', 1], ['a']), isWithin(['a'], ['a', 1]), isWithin(['ab'], ['a'])]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
