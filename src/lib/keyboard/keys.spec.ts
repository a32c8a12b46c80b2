import { afterEach, describe, expect, test } from 'vitest';
import { setCatalog } from '@/lib/i18n/messages';
import german from '@/lib/i18n/catalogs/de.json';
import { ariaKeys, createKeyMatcher, keyCaps, keyText, nameKey, SEQUENCE_TIMEOUT_MS } from './keys';

function pressed(key: string, held: Partial<Parameters<typeof nameKey>[0]> = {}) {
  return { key, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held };
}

afterEach(() => setCatalog('en', {}));

describe('key names', () => {
  test.each([
    ['a letter', pressed('j'), 'j'],
    ['a letter with caps lock', pressed('J'), 'j'],
    ['a letter with shift, which is another key', pressed('J', { shiftKey: true }), 'shift+j'],
    ['a sign that needs shift', pressed('?', { shiftKey: true }), '?'],
    ['a named key', pressed('Enter'), 'Enter'],
    ['the space key', pressed(' '), 'Space'],
    ['a chord', pressed('k', { ctrlKey: true }), 'mod+k'],
    ['a chord with shift', pressed('Z', { ctrlKey: true, shiftKey: true }), 'mod+shift+z'],
    ['a letter of another script, by its place', pressed('о', { code: 'KeyJ' }), 'j'],
    ['a Latin letter of another layout, by its sign', pressed('a', { code: 'KeyQ' }), 'a'],
    ['Alt, which belongs to menus and signs', pressed('j', { altKey: true }), null],
    ['the Windows key, which belongs to the system', pressed('k', { metaKey: true }), null],
  ])('%s', (_, event, name) => {
    expect(nameKey(event, false)).toBe(name);
  });

  test('a Mac has a separate modifier, and Ctrl is not mapped', () => {
    expect(nameKey(pressed('k', { metaKey: true }), true)).toBe('mod+k');
    expect(nameKey(pressed('k', { ctrlKey: true }), true)).toBeNull();
  });

  test('key caps and spoken names are equivalent', () => {
    expect(keyCaps('mod+k', false)).toEqual([['Ctrl', 'K']]);
    expect(keyCaps('mod+shift+z', true)).toEqual([['⌘', '⇧', 'Z']]);
    expect(keyCaps('g j', false)).toEqual([['G'], ['J']]);
    expect(keyCaps('+', false)).toEqual([['+']]);
    expect(keyCaps('mod+shift++', false)).toEqual([['Ctrl', 'Shift', '+']]);
    expect(keyText('mod+Enter', true)).toBe('Command Enter');
    expect(keyText('g j', false)).toBe('G then J');
    expect(keyText('?', false)).toBe('Question mark');
    expect(keyCaps('mod+Delete', true)).toEqual([['⌘', 'Del']]);
    expect(keyText('mod+Delete', false)).toBe('Control Delete key');
    expect(keyText('Escape', false)).toBe('Escape');
  });

  test('key caps are those of the keyboards of a language', () => {
    setCatalog('de', german);
    expect(keyCaps('mod+shift+Home', false)).toEqual([['Strg', 'Umschalt', 'Pos1']]);
    expect(keyCaps('Space', false)).toEqual([['Leertaste']]);
  });
});

test('keys of a button use the ARIA spelling', () => {
  expect(ariaKeys(['mod+shift+z', 'mod+y'], false)).toBe('Control+Shift+Z Control+Y');
  expect(ariaKeys(['+', '='], true)).toBe('Plus =');
  expect(ariaKeys(['mod+Enter'], true)).toBe('Meta+Enter');
  expect(ariaKeys(['g j'], false)).toBeUndefined();
});

describe('key sequences', () => {
  const bindings = [
    { id: 'jobs', keys: 'g j' },
    { id: 'submit', keys: 'g s' },
    { id: 'help', keys: '?' },
    { id: 'palette', keys: 'mod+k' },
  ];
  const typed = (...presses: [name: string, at: number][]) => {
    const matcher = createKeyMatcher(() => bindings);
    return presses.map(([name, at]) => {
      const press = matcher.press(name, at);
      return press.kind === 'matched' ? press.id : press.kind;
    });
  };

  test('match one key, and two keys in a row', () => {
    expect(typed(['?', 0])).toEqual(['help']);
    expect(typed(['g', 0], ['j', 200])).toEqual(['started', 'jobs']);
    expect(typed(['g', 0], ['s', SEQUENCE_TIMEOUT_MS])).toEqual(['started', 'submit']);
  });

  test('treat a late second key as a first one', () => {
    expect(typed(['g', 0], ['j', SEQUENCE_TIMEOUT_MS + 1])).toEqual(['started', 'rest']);
    expect(typed(['g', 0], ['?', SEQUENCE_TIMEOUT_MS + 1])).toEqual(['started', 'help']);
  });

  test('end at a key that does not continue them, which still counts on its own', () => {
    expect(typed(['g', 0], ['x', 10], ['j', 20])).toEqual(['started', 'rest', 'rest']);
    expect(typed(['g', 0], ['mod+k', 10])).toEqual(['started', 'palette']);
    expect(typed(['g', 0], ['g', 10], ['j', 20])).toEqual(['started', 'started', 'jobs']);
  });

  test('reset after a match', () => {
    expect(typed(['g', 0], ['j', 10], ['j', 20])).toEqual(['started', 'jobs', 'rest']);
  });

  test('reset after an interruption', () => {
    const matcher = createKeyMatcher(() => bindings);
    matcher.press('g', 0);
    matcher.reset();
    expect(matcher.press('j', 10)).toEqual({ kind: 'rest' });
  });
});
