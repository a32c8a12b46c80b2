import { CHOICES, entryOf, KEY_PREFIX, type FamilyKey, type SettingKey, type StoredKey } from './stored-keys';
import { readText, writeText } from './stored-text';

/** How a value is written as text. */
export interface SettingSchema<Value> {
  /** Returns `undefined` or throws if the text is not valid: the default applies. */
  parse: (text: string) => Value | undefined;
  format: (value: Value) => string;
}

interface SettingOptions<Value> {
  schema: SettingSchema<Value>;
  /** Nothing is stored of it. */
  default: Value;
  /** Applies a new value outside React, also one that another tab stored. */
  onChange?: (value: Value) => void;
  /** What other tabs store applies here after a reload only. */
  isOfPage?: boolean;
}

export interface Setting<Value> {
  readonly key: StoredKey;
  readonly default: Value;
  /** The same object until the value changes. */
  get: () => Value;
  /** Stores the value. If storage is disabled or full, the value applies to this page only. */
  set: (value: Value) => void;
  /** Applies `change` to the stored value, which another tab may just have changed. */
  update: (change: (value: Value) => Value) => void;
  /** Returns true if a value is stored: not the default, and not only in memory. */
  isStored: () => boolean;
  /** Returns a function that ends the subscription. */
  subscribe: (listener: () => void) => () => void;
}

/** Defined settings by full key, to reread them when another tab changes the storage. */
const defined = new Map<string, { reread: () => void; reset: () => void }>();

/** Called on each change of any setting. */
const watchers = new Set<() => void>();

globalThis.addEventListener?.('storage', ({ key: changed }) => {
  for (const [key, { reread }] of defined) if (changed === null || changed === key) reread();
});

/** Defines a row of `STORED`, next to the code that uses it. */
export function defineSetting<Value>(key: SettingKey, options: SettingOptions<Value>): Setting<Value> {
  return createSetting(key, '', options);
}

/** The same for a key that an id follows. */
export function defineSettingFamily<Value>(
  key: FamilyKey,
  options: SettingOptions<Value>,
): (id: string) => Setting<Value> {
  const settings = new Map<string, Setting<Value>>();
  return (id) => {
    const known = settings.get(id) ?? createSetting(key, id, options);
    settings.set(id, known);
    return known;
  };
}

export function watchSettings(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Number of choices that differ from their default. */
export function countChoices(): number {
  return CHOICES.filter((key) => readText(KEY_PREFIX + key) !== null).length;
}

/** The stored texts of choices that differ from their default, by key. */
export function readChoices(): Record<string, string> {
  return Object.fromEntries(
    CHOICES.flatMap((key) => {
      const text = readText(KEY_PREFIX + key);
      return text === null ? [] : [[key, text]];
    }),
  );
}

export function resetChoices(): void {
  for (const key of CHOICES) {
    const setting = defined.get(KEY_PREFIX + key);
    if (setting) setting.reset();
    else writeText(KEY_PREFIX + key, null);
  }
}

function createSetting<Value>(key: StoredKey, id: string, options: SettingOptions<Value>): Setting<Value> {
  const { schema, default: initial, onChange, isOfPage = false } = options;
  const fullKey = KEY_PREFIX + key + id;
  const { area } = entryOf(key);
  const listeners = new Set<() => void>();
  /** Stored text of `value`; `undefined` before the first read. */
  let text: string | null | undefined;
  let value = initial;
  /** `text` equals the stored text. */
  let isOwn = false;

  const parse = (stored: string | null): Value => {
    if (stored === null) return initial;
    try {
      return schema.parse(stored) ?? initial;
    } catch {
      return initial;
    }
  };
  const read = (): Value => {
    if (isOwn) return value;
    const stored = readText(fullKey, area);
    if (stored !== text) {
      text = stored;
      value = parse(stored);
    }
    isOwn = isOfPage;
    return value;
  };
  const notify = () => {
    onChange?.(value);
    for (const listener of [...listeners, ...watchers]) listener();
  };
  const set = (next: Value) => {
    const formatted = schema.format(next);
    text = formatted === schema.format(initial) ? null : formatted;
    value = next;
    isOwn = !writeText(fullKey, text, area) || isOfPage;
    notify();
  };
  defined.set(fullKey, {
    reread() {
      if (isOfPage) return;
      isOwn = false;
      read();
      notify();
    },
    reset: () => set(initial),
  });
  return {
    key,
    default: initial,
    // While there are listeners, the storage event keeps `value` up to date.
    get: () => (listeners.size > 0 ? value : read()),
    set,
    update: (change) => set(change(read())),
    isStored: () => readText(fullKey, area) !== null,
    subscribe(listener) {
      if (listeners.size === 0) read();
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
