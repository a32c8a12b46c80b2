import { describe, expect, it } from 'vitest';
import type { FormFault } from '../schema/form-error';
import { editText } from './edit-text';
import { FormSession } from './form-session';
import { objectField, textField } from './testing/make-field';

const root = objectField([], [textField(['prompt']), textField(['seed'])]);

const fault = (path: FormFault['path'], source: FormFault['source'] = 'server'): FormFault => ({
  path,
  source,
  message: 'no',
  rule: 'x',
  context: null,
  input: undefined,
});

describe('a body while it is edited', () => {
  it('keeps what no field touches, byte for byte, whatever view it is changed in', () => {
    const session = new FormSession(root, '{ "seed": 18446744073709551615,\n  "cfg": 1.0, "prompt": "a" }');
    session.set(['prompt'], 'b');
    expect(session.text).toBe('{ "seed": 18446744073709551615,\n  "cfg": 1.0, "prompt": "b" }');
    editText(session, session.text.replace('1.0', '2.50'));
    session.set(['prompt'], 'c');
    expect(session.text).toBe('{ "seed": 18446744073709551615,\n  "cfg": 2.50, "prompt": "c" }');
  });

  it('tells what is not sent from null and from an empty value', () => {
    const session = new FormSession(root, '{"prompt":"a"}');
    session.set(['prompt'], null);
    expect(session.text).toBe('{"prompt":null}');
    session.set(['prompt'], '');
    expect(session.text).toBe('{"prompt":""}');
    session.remove(['prompt']);
    expect(session.text).toBe('{}');
  });

  it('says where text cannot be read, and keeps the body as it was until it can', () => {
    const session = new FormSession(root, '{"prompt":"a"}');
    editText(session, '{\n  "prompt": "b",\n}');
    expect(session.store.getState().unread).toMatchObject({ text: '{\n  "prompt": "b",\n}', offset: 19 });
    expect(session.store.getState().unread?.message).toContain('line 3, column 1');
    expect(session.text).toBe('{"prompt":"a"}');
    editText(session, '{\n  "prompt": "b"\n}');
    expect(session.store.getState().unread).toBeNull();
    expect(session.text).toBe('{\n  "prompt": "b"\n}');
  });

  it('takes back what the service said of a place with the first change there, and of no other', () => {
    const session = new FormSession(root, '{"prompt":"a","seed":"1"}');
    session.setServerFaults([fault(['prompt']), fault(['seed']), fault([])]);
    session.set(['prompt'], 'b');
    expect(Object.keys(session.store.getState().serverFaults)).toEqual(['["seed"]']);
  });

  it('keeps the list of faults of a place that did not change, so that its field is not drawn', () => {
    const session = new FormSession(root, '{}');
    session.setSchemaFaults([fault(['prompt'], 'schema'), fault(['seed'], 'schema')]);
    const before = session.store.getState().schemaFaults['["seed"]'];
    session.setSchemaFaults([fault(['seed'], 'schema')]);
    expect(session.store.getState().schemaFaults['["seed"]']).toBe(before);
    expect(session.store.getState().schemaFaults['["prompt"]']).toBeUndefined();
  });
});
