import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countChoices, defineSetting, resetChoices } from './setting';
import { json, oneOf, onOff } from './setting-schemas';

let stored: Map<string, string>;
let isFull = false;

beforeEach(() => {
  stored = new Map();
  isFull = false;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem(key: string, value: string) {
      if (isFull) throw new DOMException('Full', 'QuotaExceededError');
      stored.set(key, value);
    },
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

const makeTheme = (onChange?: (value: string) => void) =>
  defineSetting<'system' | 'dark' | 'light'>('theme', {
    schema: oneOf('system', 'dark', 'light'),
    default: 'system',
    ...(onChange ? { onChange } : {}),
  });

describe('a setting', () => {
  it('has its default until a valid value is stored, and does not store the default', () => {
    const theme = makeTheme();
    expect(theme.get()).toBe('system');
    stored.set('flowdeck.theme', 'purple');
    expect(theme.get()).toBe('system');
    theme.set('dark');
    expect([theme.get(), stored.get('flowdeck.theme'), theme.isStored()]).toEqual(['dark', 'dark', true]);
    theme.set('system');
    expect([theme.get(), stored.size]).toEqual(['system', 0]);
  });

  it('notifies listeners and applies changes until the subscription ends', () => {
    const applied: string[] = [];
    const theme = makeTheme((value) => applied.push(value));
    let reported = 0;
    const end = theme.subscribe(() => (reported += 1));
    theme.set('dark');
    end();
    theme.set('light');
    expect([reported, applied]).toEqual([1, ['dark', 'light']]);
  });

  it('returns the same object while its stored text is the same', () => {
    const list = defineSetting<readonly string[]>('canceled', {
      schema: json((value) => (Array.isArray(value) ? value : undefined)),
      default: [],
    });
    stored.set('flowdeck.canceled', '["a"]');
    expect(list.get()).toBe(list.get());
    stored.set('flowdeck.canceled', '["a","b"]');
    expect(list.get()).toEqual(['a', 'b']);
    stored.set('flowdeck.canceled', '[');
    expect(list.get()).toEqual([]);
  });

  it('updates the stored value, even if another tab has changed it', () => {
    const list = defineSetting<readonly string[]>('canceled', {
      schema: json((value) => (Array.isArray(value) ? value : undefined)),
      default: [],
    });
    const end = list.subscribe(() => {});
    stored.set('flowdeck.canceled', '["theirs"]');
    list.update((before) => [...before, 'ours']);
    expect(stored.get('flowdeck.canceled')).toBe('["theirs","ours"]');
    end();
  });

  it('applies to this page if storage is full or disabled', () => {
    const theme = makeTheme();
    isFull = true;
    theme.set('dark');
    expect([theme.get(), theme.isStored()]).toEqual(['dark', false]);
    vi.stubGlobal('localStorage', undefined);
    const switchedOff = defineSetting('previews', { schema: onOff(), default: true });
    expect(switchedOff.get()).toBe(true);
    switchedOff.set(false);
    expect([switchedOff.get(), switchedOff.isStored()]).toEqual([false, false]);
  });

  it('with page scope is read once, and other pages do not change it', () => {
    stored.set('flowdeck.flow-pane', '3');
    const count = defineSetting('flow-pane', { schema: json(Number), default: 1, isOfPage: true });
    expect(count.get()).toBe(3);
    stored.set('flowdeck.flow-pane', '50');
    expect(count.get()).toBe(3);
    count.set(4);
    expect([count.get(), stored.get('flowdeck.flow-pane')]).toEqual([4, '4']);
  });
});

it('choices are counted and reset, and records are not', () => {
  const theme = makeTheme();
  theme.set('dark');
  stored.set('flowdeck.previews', 'off');
  stored.set('flowdeck.session', 'proof');
  expect(countChoices()).toBe(2);
  resetChoices();
  expect([theme.get(), countChoices(), [...stored.keys()]]).toEqual(['system', 0, ['flowdeck.session']]);
});
