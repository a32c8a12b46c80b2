import { z } from 'zod/mini';
import {
  ProviderKey as ProviderKeyText,
  type ProviderKeyChange,
  type ProviderKeyEntry,
  type ProviderKeyList,
} from '@contract/console/provider-keys';
import { isoTime, type Clock } from '../../../clock';
import { jobApiError } from '../../../http/job-api-error';
import type { Logger } from '../../../log';
import { ModelFailure } from '../../model-source';

/** Limit of `Date` in both directions. */
const MAX_DATE_MS = 8.64e15;

/** A key that was entered in the console. It is sent to the origin that the user saw when entering it, and nowhere else. */
export const StoredKey = z.object({
  key: ProviderKeyText,
  origin: z.string(),
  /** Within the range of dates, also if the file was edited by hand. */
  enteredAt: z.int().check(z.minimum(-MAX_DATE_MS), z.maximum(MAX_DATE_MS)),
});
export type StoredKey = z.infer<typeof StoredKey>;

/** By id, see `ProviderKey`. */
export type StoredKeys = Readonly<Record<string, StoredKey>>;

/** Port of the stored keys: a private file in Node. */
export interface ProviderKeyStore {
  read(): StoredKeys;
  /** @throws StoreUnusable */
  write(next: StoredKeys): void;
  problem(): string | null;
}

export const NO_KEYS: Pick<ProviderKeyStore, 'read'> = { read: () => ({}) };

/** Where the key of a provider comes from, and how it is sent. */
export interface ProviderKeyConfig {
  provider: string;
  use: ProviderKeyEntry['use'];
  /** The only origin that it is sent to. */
  origin: string;
  header: string;
  /** Header value with `{}` for the key. */
  form: string;
  /** Environment variable, and its value at startup if it is set. */
  variable: { name: string; value: string | null } | null;
}

export interface SecretHeader {
  name: string;
  value: string;
}

/** The key of a provider, or of its upload target. It may change at any time, so it is read for each request. */
export class ProviderKey {
  readonly config: ProviderKeyConfig;
  readonly #store: Pick<ProviderKeyStore, 'read'>;
  /** Also of the past: a response to an old key may still arrive. */
  readonly #seen = new Set<string>();

  constructor(config: ProviderKeyConfig, store: Pick<ProviderKeyStore, 'read'>) {
    this.config = config;
    this.#store = store;
    this.#current();
  }

  /** The name of the provider, with `:uploads` for the key of its upload target. */
  get id(): string {
    return idOf(this.config);
  }

  /** An entered key takes precedence: it is the latest decision, and the console can remove it again. */
  get source(): 'entered' | 'variable' | 'missing' {
    if (this.#entered()?.origin === this.config.origin) return 'entered';
    return this.config.variable?.value ? 'variable' : 'missing';
  }

  /** @throws KeyMissing */
  header(): SecretHeader {
    const { header, form } = this.config;
    const key = this.#current();
    if (key === null) throw new KeyMissing(this.config, this.#entered()?.origin ?? null);
    return { name: header, value: form.replace('{}', () => key) };
  }

  /** All keys of this provider since the start, which no text may contain. */
  secrets(): readonly string[] {
    this.#current();
    return [...this.#seen];
  }

  #entered(): StoredKey | null {
    return storedKey(this.#store.read(), this.id);
  }

  #current(): string | null {
    const entered = this.#entered();
    const key = entered?.origin === this.config.origin ? entered.key : (this.config.variable?.value ?? null);
    if (key !== null) this.#seen.add(key);
    return key;
  }
}

/**
 * Nothing was sent, since a key is missing. 503 `service_unavailable`: the caller did nothing wrong, and the same request succeeds once
 * the owner has entered the key (Model Router 7). `not_run`: nothing was charged, and its idempotency key stays free.
 */
export class KeyMissing extends ModelFailure {
  /** What to do, for requests other than the one that starts a call. */
  readonly advice: string;

  constructor({ provider, use, origin, variable }: ProviderKeyConfig, enteredFor: string | null) {
    const what =
      enteredFor === null
        ? use === 'calls'
          ? `${provider} needs a key`
          : `The upload target of ${provider} needs a key`
        : `The key of ${provider} was entered for ${enteredFor}, and its address is now ${origin}`;
    const variableToo = variable === null ? '' : `, or set ${variable.name} and restart the gateway`;
    const where = `Enter it in Flowdeck, Settings > Provider keys${variableToo}`;
    const advice = `${what}. ${where}`;
    super('service_unavailable', `${advice}. Nothing was sent or charged`, { outcome: 'not_run' });
    this.name = 'KeyMissing';
    this.advice = advice;
  }
}

interface ProviderKeysDeps {
  store: ProviderKeyStore;
  clock: Pick<Clock, 'now'>;
  log: Logger;
  /** Called after the key of a provider has changed. */
  onChange: (provider: string) => void;
}

/** What the console shows and changes of the keys. */
export interface ProviderKeysPort {
  list(): ProviderKeyList;
  /** @throws HttpError */
  put(id: string, change: ProviderKeyChange): void;
  /** @throws HttpError */
  remove(id: string): void;
  /** Every key in use, for redaction. */
  secrets(): readonly string[];
}

/** A configured provider with its keys; `null` if it needs none. */
export interface KeyedProvider {
  name: string;
  baseUrl: string;
  key: ProviderKey | null;
  uploadKey: ProviderKey | null;
}

/** The keys of all providers (decision 133). */
export class ProviderKeys implements ProviderKeysPort {
  readonly #deps: ProviderKeysDeps;
  #providers: readonly KeyedProvider[] = [];

  constructor(deps: ProviderKeysDeps) {
    this.#deps = deps;
  }

  /** Sets the providers of the current configuration. */
  use(providers: readonly KeyedProvider[]): void {
    this.#providers = providers;
  }

  list(): ProviderKeyList {
    const { store } = this.#deps;
    const stored = store.read();
    const configured = this.#providers.flatMap(({ name, baseUrl, key, uploadKey }) => [
      key ? entryOf(key, stored) : withoutKey(name, new URL(baseUrl).origin, stored),
      ...(uploadKey ? [entryOf(uploadKey, stored)] : []),
    ]);
    const ids = new Set(configured.map(({ id }) => id));
    const left = Object.entries(stored).flatMap(([id, { origin, enteredAt }]) =>
      ids.has(id) ? [] : [leftOver(id, origin, enteredAt)],
    );
    return { keys: [...configured, ...left], problem: store.problem() };
  }

  put(id: string, { key, origin }: ProviderKeyChange): void {
    const { store, clock, log, onChange } = this.#deps;
    const found = this.#keys().find((each) => each.id === id);
    if (!found) throw jobApiError('not_found', 'The configuration has no provider that needs this key');
    const { config } = found;
    if (origin !== config.origin) {
      throw jobApiError(
        'invalid_request',
        `The address of ${config.provider} has changed to ${config.origin}. Check it, then enter the key again`,
      );
    }
    store.write({ ...store.read(), [id]: { key, origin, enteredAt: clock.now() } });
    log.info({ provider: config.provider, use: config.use }, 'The key of a provider was entered');
    onChange(config.provider);
  }

  remove(id: string): void {
    const { store, log, onChange } = this.#deps;
    const stored = store.read();
    if (!storedKey(stored, id)) throw jobApiError('not_found', 'No key is stored for this provider');
    const { [id]: _, ...others } = stored;
    store.write(others);
    const { provider, use } = parsedId(id);
    log.info({ provider, use }, 'The key of a provider was removed');
    onChange(provider);
  }

  secrets(): readonly string[] {
    const stored = Object.values(this.#deps.store.read()).map(({ key }) => key);
    return [...stored, ...this.#keys().flatMap((key) => key.secrets())];
  }

  #keys(): ProviderKey[] {
    return this.#providers.flatMap(({ key, uploadKey }) => [key, uploadKey].filter((each) => each !== null));
  }
}

const UPLOADS = ':uploads';

function idOf({ provider, use }: Pick<ProviderKeyConfig, 'provider' | 'use'>): string {
  return use === 'uploads' ? provider + UPLOADS : provider;
}

function parsedId(id: string): Pick<ProviderKeyConfig, 'provider' | 'use'> {
  return id.endsWith(UPLOADS)
    ? { provider: id.slice(0, -UPLOADS.length), use: 'uploads' }
    : { provider: id, use: 'calls' };
}

function storedKey(stored: StoredKeys, id: string): StoredKey | null {
  return Object.hasOwn(stored, id) ? (stored[id] ?? null) : null;
}

function enteredOf(stored: StoredKeys, id: string): ProviderKeyEntry['entered'] {
  const found = storedKey(stored, id);
  return found && { at: isoTime(found.enteredAt), origin: found.origin };
}

function entryOf({ id, config, source }: ProviderKey, stored: StoredKeys): ProviderKeyEntry {
  const { provider, use, origin, variable } = config;
  return {
    id,
    provider,
    use,
    origin,
    source,
    variable: variable?.name ?? null,
    isVariableSet: Boolean(variable?.value),
    entered: enteredOf(stored, id),
  };
}

function withoutKey(provider: string, origin: string, stored: StoredKeys): ProviderKeyEntry {
  const none = { source: 'none', variable: null, isVariableSet: false } as const;
  return { id: provider, provider, use: 'calls', origin, ...none, entered: enteredOf(stored, provider) };
}

/** A key whose provider is no longer configured: it is used for nothing, and can be removed. */
function leftOver(id: string, origin: string, enteredAt: number): ProviderKeyEntry {
  const none = { origin: null, source: 'none', variable: null, isVariableSet: false } as const;
  return { id, ...parsedId(id), ...none, entered: { at: isoTime(enteredAt), origin } };
}
