import { fc } from '@contract/testing/properties';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import german from './catalogs/de.json';
import japanese from './catalogs/ja.json';
import chinese from './catalogs/zh-Hans.json';
import { formatParts, parseMessage } from './format-message';

const NUMBERS = [0, 1, 2, 5, 21, 1000, 1_234_567];

/** Writes tags as they are in the message, so that both implementations can be compared as text. */
function ours(message: string, values: Record<string, string | number>, language: string): string {
  return formatParts(parseMessage(message), values, {
    value: (name) => String(values[name]),
    tag: (name, content) => `[${name}:${content.join('')}]`,
    text: (text) => text,
    integer: (value) => new Intl.NumberFormat(language).format(value),
    category: (value) => new Intl.PluralRules(language).select(value),
  }).join('');
}

function theirs(message: string, values: Record<string, string | number>, language: string): string {
  const tags = Object.fromEntries(
    tagsIn(message).map((name) => [name, (content: unknown[]) => `[${name}:${content.join('')}]`]),
  );
  return String(new IntlMessageFormat(message, language).format({ ...values, ...tags }));
}

const tagsIn = (message: string) => Array.from(message.matchAll(/<(\w+)>/g), ([, name = '']) => name);
const placeholdersIn = (message: string) => Array.from(message.matchAll(/\{\s*(\w+)\s*[,}]/g), ([, name = '']) => name);

describe('the format of messages is that of ICU', () => {
  it.each([
    'Plain text, it’s fine',
    '{count, plural, one {# job} other {# jobs}} of {name}',
    '{count, plural, =0 {none} one {{name} alone} other {{name} and <b># others</b>}}',
    '<link>Open {name}</link> or <b>close <i>it</i></b>',
    '{kind, select, image {a picture} other {a file}} of {size}',
    'less < more, # of {count}',
  ])('%s', (message) => {
    for (const language of ['en', 'de', 'ja']) {
      for (const count of NUMBERS) {
        for (const kind of ['image', 'text']) {
          const values = { count, kind, name: 'Ada', size: 'large' };
          expect(ours(message, values, language)).toBe(theirs(message, values, language));
        }
      }
    }
  });

  it.each<[string, string[]]>([
    ['en', Object.keys(german)],
    ['de', Object.values(german)],
    ['zh-Hans', Object.values(chinese)],
    ['ja', Object.values(japanese)],
  ])('in all messages: %s', (language, messages) => {
    expect(messages.length).toBeGreaterThan(1000);
    for (const message of messages) {
      const names = placeholdersIn(message);
      if (names.length === 0 && tagsIn(message).length === 0) continue;
      for (const number of NUMBERS) {
        const values = Object.fromEntries(names.map((name) => [name, number]));
        expect(ours(message, values, language)).toBe(theirs(message, values, language));
      }
    }
  });

  it('values are inserted as they are, even if they look like a message', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(ours('“{name}” is gone', { name }, 'en')).toBe(`“${name}” is gone`);
      }),
    );
  });

  it('a message that is not valid is refused', () => {
    expect(() => parseMessage('{count, plural, one {# job}')).toThrow('Not a valid message');
  });
});
