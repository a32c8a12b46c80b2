import { describe, expect, test } from 'vitest';
import { createKeyMatcher, keyCaps, keyWords, nameKey, SEQUENCE_TIMEOUT_MS } from './keys';

function pressed(key: string, held: Partial<Parameters<typeof nameKey>[0]> = {}) {
  return { key, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held };
}

describe('names of keys', () => {
  test.each([
    ['a letter', pressed('j'), 'j'],
    ['a letter with caps lock', pressed('J'), 'j'],
    ['a letter with shift, which is another key', pressed('J', { shiftKey: true }), 'shift+j'],
    ['a sign that needs shift', pressed('?', { shiftKey: true }), '?'],
    ['a named key', pressed('Enter'), 'Enter'],
    ['a chord', pressed('k', { ctrlKey: true }), 'mod+k'],
    ['a chord with shift', pressed('Z', { ctrlKey: true, shiftKey: true }), 'mod+shift+z'],
    ['a letter of another script, by its place', pressed('о', { code: 'KeyJ' }), 'j'],
    ['a Latin letter of another layout, by its sign', pressed('a', { code: 'KeyQ' }), 'a'],
    ['Alt, which belongs to menus and signs', pressed('j', { altKey: true }), null],
    ['the Windows key, which belongs to the system', pressed('k', { metaKey: true }), null],
  ])('%s', (_, event, name) => {
    expect(nameKey(event, false)).toBe(name);
  });

  test('a Mac has its own modifier, and leaves Ctrl alone', () => {
    expect(nameKey(pressed('k', { metaKey: true }), true)).toBe('mod+k');
    expect(nameKey(pressed('k', { ctrlKey: true }), true)).toBeNull();
  });

  test('caps and words tell the same', () => {
    expect(keyCaps('mod+k', false)).toEqual([['Ctrl', 'K']]);
    expect(keyCaps('mod+shift+z', true)).toEqual([['⌘', '⇧', 'Z']]);
    expect(keyCaps('g j', false)).toEqual([['G'], ['J']]);
    expect(keyCaps('+', false)).toEqual([['+']]);
    expect(keyCaps('mod+shift++', false)).toEqual([['Ctrl', 'Shift', '+']]);
    expect(keyWords('mod+Enter', true)).toBe('Command Enter');
    expect(keyWords('g j', false)).toBe('G then J');
    expect(keyWords('?', false)).toBe('Question mark');
  });
});

describe('sequences', () => {
  const bindings = [
    { id: 'jobs', keys: 'g j' },
    { id: 'submit', keys: 'g s' },
    { id: 'help', keys: '?' },
    { id: 'palette', keys: 'mod+k' },
  ];
  const typed = (...presses: [name: string, at: number][]) => {
    const matcher = createKeyMatcher(bindings);
    return presses.map(([name, at]) => {
      const press = matcher.press(name, at);
      return press.kind === 'matched' ? press.id : press.kind;
    });
  };

  test('one key, and two in a row', () => {
    expect(typed(['?', 0])).toEqual(['help']);
    expect(typed(['g', 0], ['j', 200])).toEqual(['started', 'jobs']);
    expect(typed(['g', 0], ['s', SEQUENCE_TIMEOUT_MS])).toEqual(['started', 'submit']);
  });

  test('too late, the second key is a first one', () => {
    expect(typed(['g', 0], ['j', SEQUENCE_TIMEOUT_MS + 1])).toEqual(['started', 'rest']);
    expect(typed(['g', 0], ['?', SEQUENCE_TIMEOUT_MS + 1])).toEqual(['started', 'help']);
  });

  test('a key that does not go on ends the sequence, and still counts by itself', () => {
    expect(typed(['g', 0], ['x', 10], ['j', 20])).toEqual(['started', 'rest', 'rest']);
    expect(typed(['g', 0], ['mod+k', 10])).toEqual(['started', 'palette']);
    expect(typed(['g', 0], ['g', 10], ['j', 20])).toEqual(['started', 'started', 'jobs']);
  });

  test('a finished sequence leaves nothing behind', () => {
    expect(typed(['g', 0], ['j', 10], ['j', 20])).toEqual(['started', 'jobs', 'rest']);
  });

  test('what is interrupted is forgotten', () => {
    const matcher = createKeyMatcher(bindings);
    matcher.press('g', 0);
    matcher.reset();
    expect(matcher.press('j', 10)).toEqual({ kind: 'rest' });
  });
});
