import { formatParts, parseMessage } from './format-message';

/** English text of a message that is defined where the language is not known, such as in a table. It is shown by `t`. */
export interface Message {
  readonly [isMessage]: true;
}
declare const isMessage: unique symbol;

export type MessageValue = string | number | bigint;
/** English text to translation. */
export type Catalog = Readonly<Record<string, string>>;

/** The language of the code. */
export const ENGLISH = 'en';

let language = ENGLISH;
let catalog: Catalog = {};
let integers: Intl.NumberFormat | undefined;
let plurals: Intl.PluralRules | undefined;

const listeners = new Set<() => void>();

/** Called by `loadLanguage`, which loads the catalog. */
export function setCatalog(newLanguage: string, newCatalog: Catalog): void {
  language = newLanguage;
  catalog = newCatalog;
  integers = plurals = undefined;
  for (const listener of listeners) listener();
}

/** Returns a function that ends the subscription. */
export function watchLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** BCP 47 tag, such as `zh-Hans`. */
export function currentLanguage(): string {
  return language;
}

/** Marks the English text of a message, so that it gets into the catalogs. */
export function msg(text: string): Message;
// The type hides the text, so that it cannot be shown without `t`.
export function msg(text: string): unknown {
  return text;
}

/** Returns the English text, for a search that finds both. */
export function englishOf(message: Message): string {
  return String(message);
}

/** Returns the text in the language of the console. @param text an ICU message in English, as a literal */
export function t<const Text extends string>(
  text: Text | Message,
  ...[values]: Text extends `${string}{${string}` ? [values: Readonly<Record<string, MessageValue>>] : [values?: never]
): string {
  const message = translated(text);
  if (!values) return message;
  return formatParts(parseMessage(message), values, {
    value: (name) => String(values[name]),
    tag: (_, content) => content.join(''),
    text: (part) => part,
    integer: formatWhole,
    category: pluralCategory,
  }).join('');
}

export function translated(text: string | Message): string {
  const english = String(text);
  return catalog[english] ?? english;
}

// Created on first use: the first formatter costs 10 ms, which would delay the first screen.
export function formatWhole(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1000) return String(value);
  integers ??= new Intl.NumberFormat(language);
  return integers.format(value);
}

export function pluralCategory(value: number): string {
  if (language === ENGLISH) return value === 1 ? 'one' : 'other';
  plurals ??= new Intl.PluralRules(language);
  return plurals.select(value);
}
