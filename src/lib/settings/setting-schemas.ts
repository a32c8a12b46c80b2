import type { SettingSchema } from './setting';

/** Creates a schema of words that are stored unchanged. */
export function oneOf<const Word extends string>(...words: readonly Word[]): SettingSchema<Word> {
  return {
    parse: (text) => words.find((word) => word === text),
    format: (word) => word,
  };
}

/** Creates a schema for a boolean, stored as one of two words. */
export function onOff(on = 'on', off = 'off'): SettingSchema<boolean> {
  return {
    parse: (text) => (text === on ? true : text === off ? false : undefined),
    format: (isOn) => (isOn ? on : off),
  };
}

export const TEXT: SettingSchema<string> = { parse: (text) => text, format: (text) => text };

interface JsonFormat {
  format: (value: unknown) => string;
}

/** @param read returns `undefined` or throws if the value is not valid */
export function json<Value>(read: (stored: unknown) => Value | undefined): SettingSchema<Value> & JsonFormat {
  return { parse: (text) => read(JSON.parse(text)), format: (value) => JSON.stringify(value) };
}

/** A JSON object by its entries; `undefined` for anything else. */
export function entriesIn(stored: unknown): [string, unknown][] | undefined {
  return typeof stored === 'object' && stored !== null ? Object.entries(stored) : undefined;
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}
