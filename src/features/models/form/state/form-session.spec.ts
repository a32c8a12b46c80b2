import { describe, expect, it } from 'vitest';
import type { FormError } from '../../schema/form-error';
import { editText } from './shown-text';
import { FormSession } from './form-session';
import { objectField, textField } from '../testing/make-field';

const root = objectField([], [textField(['prompt']), textField(['seed'])]);

const fault = (path: FormError['path'], source: FormError['source'] = 'server'): FormError => ({
  path,
  source,
  message: 'no',
  rule: 'x',
  context: null,
  input: undefined,
});

describe('an edited body', () => {
  it('keeps everything else byte for byte, whichever view is used', () => {
    const session = new FormSession(root, '{ "seed": 18446744073709551615,\n  "cfg": 1.0, "prompt": "a" }');
    session.set(['prompt'], 'b');
    expect(session.text).toBe('{ "seed": 18446744073709551615,\n  "cfg": 1.0, "prompt": "b" }');
    editText(session, session.text.replace('1.0', '2.50'));
    session.set(['prompt'], 'c');
    expect(session.text).toBe('{ "seed": 18446744073709551615,\n  "cfg": 2.50, "prompt": "c" }');
  });

  it('distinguishes not sent from null and from an empty value', () => {
    const session = new FormSession(root, '{"prompt":"a"}');
    session.set(['prompt'], null);
    expect(session.text).toBe('{"prompt":null}');
    session.set(['prompt'], '');
    expect(session.text).toBe('{"prompt":""}');
    session.remove(['prompt']);
    expect(session.text).toBe('{}');
  });

  it('reports a syntax error with its position, and stays unchanged until the text is valid', () => {
    const session = new FormSession(root, '{"prompt":"a"}');
    editText(session, '{\n  "prompt": "b",\n}');
    expect(session.store.getState().unread).toMatchObject({ text: '{\n  "prompt": "b",\n}', offset: 19 });
    expect(session.store.getState().unread?.message).toContain('line 3, column 1');
    expect(session.text).toBe('{"prompt":"a"}');
    editText(session, '{\n  "prompt": "b"\n}');
    expect(session.store.getState().unread).toBeNull();
    expect(session.text).toBe('{\n  "prompt": "b"\n}');
  });

  it('clears the service errors of a path on its first change, and of no other path', () => {
    const session = new FormSession(root, '{"prompt":"a","seed":"1"}');
    session.setReceivedErrors([fault(['prompt']), fault(['seed']), fault([])]);
    session.set(['prompt'], 'b');
    expect(Object.keys(session.store.getState().receivedErrors)).toEqual(['["seed"]']);
  });

  it('keeps the error list of an unchanged path, so that its field does not re-render', () => {
    const session = new FormSession(root, '{}');
    session.setSchemaErrors([fault(['prompt'], 'schema'), fault(['seed'], 'schema')]);
    const before = session.store.getState().schemaErrors['["seed"]'];
    session.setSchemaErrors([fault(['seed'], 'schema')]);
    expect(session.store.getState().schemaErrors['["seed"]']).toBe(before);
    expect(session.store.getState().schemaErrors['["prompt"]']).toBeUndefined();
  });
});
