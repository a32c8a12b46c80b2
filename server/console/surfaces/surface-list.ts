import {
  LOCAL_SURFACE_ID,
  MAX_CONTENT_ORIGINS,
  mayServeContent,
  originsOf,
  type SurfaceChange,
  type SurfaceList,
  type SurfaceOrder,
} from '@contract/console/surfaces';
import { jobApiError } from '../../http/job-api-error';
import type { StoredSurface, SurfaceStore } from './surface-store';

export const MAX_SURFACES = 50;

/** The configured surfaces (decision 058). Lists contain no credentials; only the relay reads them. */
export class Surfaces {
  readonly #store: SurfaceStore;

  constructor(store: SurfaceStore) {
    this.#store = store;
  }

  list(): SurfaceList {
    const { surfaces, defaultId } = this.#store.read();
    return {
      surfaces: surfaces.map(({ credential, ...surface }) => ({ ...surface, hasCredential: credential !== null })),
      defaultId,
    };
  }

  /** Returns the surface with its credential. */
  get(id: string): StoredSurface | null {
    return this.#store.read().surfaces.find((surface) => surface.id === id) ?? null;
  }

  /** Adds a surface at the end of the list, or replaces the one with its id. @throws HttpError if the list is full */
  put({ surface, credential }: SurfaceChange): void {
    const { surfaces, defaultId } = this.#store.read();
    const contentOrigins = this.#contentOriginsFor(surface);
    const changed: StoredSurface = {
      ...surface,
      credential: this.credentialFor({ surface, credential }),
      ...(contentOrigins.length > 0 ? { contentOrigins } : {}),
    };
    const isKnown = surfaces.some(({ id }) => id === surface.id);
    if (!isKnown && surfaces.length >= MAX_SURFACES) {
      throw jobApiError('invalid_request', `The limit is ${MAX_SURFACES} surfaces. Remove one first`);
    }
    const next = isKnown ? surfaces.map((each) => (each.id === surface.id ? changed : each)) : [...surfaces, changed];
    this.#store.write({ surfaces: next, defaultId });
  }

  /** Adds the origins that may serve the files of a surface; others are ignored. @throws HttpError `not_found` */
  addContentOrigins(id: string, origins: readonly string[]): void {
    const { surfaces, defaultId } = this.#store.read();
    const surface = this.get(id);
    if (!surface) throw jobApiError('not_found', 'Surface not found');
    const known = surface.contentOrigins ?? [];
    const added = [...new Set(origins)].filter((each) => !known.includes(each) && mayServeContent(surface, each));
    if (added.length === 0) return;
    const changed = { ...surface, contentOrigins: [...known, ...added].slice(-MAX_CONTENT_ORIGINS) };
    this.#store.write({ surfaces: surfaces.map((each) => (each.id === id ? changed : each)), defaultId });
  }

  /** @throws HttpError `not_found` */
  remove(id: string): void {
    const { surfaces, defaultId } = this.#store.read();
    const next = surfaces.filter((surface) => surface.id !== id);
    if (next.length === surfaces.length) throw jobApiError('not_found', 'Surface not found');
    this.#store.write({ surfaces: next, defaultId: defaultId === id ? LOCAL_SURFACE_ID : defaultId });
  }

  /** @throws HttpError unless the ids are those of the list, each exactly once */
  arrange({ ids, defaultId }: SurfaceOrder): void {
    const { surfaces } = this.#store.read();
    const next = ids.flatMap((id) => surfaces.find((surface) => surface.id === id) ?? []);
    if (next.length !== surfaces.length || ids.length !== surfaces.length || new Set(ids).size !== ids.length) {
      throw jobApiError('invalid_request', 'ids must hold the id of every surface once. Fetch the list again');
    }
    if (defaultId !== LOCAL_SURFACE_ID && !ids.includes(defaultId)) {
      throw jobApiError('invalid_request', 'defaultId must be "local" or the id of a surface');
    }
    this.#store.write({ surfaces: next, defaultId });
  }

  /**
   * Returns the credential of a surface after a change. A stored one stays only if every origin of the surface was already there
   * when it was entered. Otherwise a page could send it to any host.
   */
  credentialFor({ surface, credential }: SurfaceChange): string | null {
    if (credential !== undefined) return credential;
    const known = this.get(surface.id);
    if (!known) return null;
    const allowed = originsOf(known);
    return originsOf(surface).every((origin) => allowed.includes(origin)) ? known.credential : null;
  }

  /** Returns the content origins of a surface after a change: those of the old one, unless it moves to another origin. */
  #contentOriginsFor(surface: SurfaceChange['surface']): string[] {
    const known = this.get(surface.id);
    if (!known?.contentOrigins || originsOf(known).join() !== originsOf(surface).join()) return [];
    return known.contentOrigins.filter((origin) => mayServeContent(surface, origin));
  }

  /** Returns the origins that pages of the console load from. */
  directOrigins(): string[] {
    const direct = this.#store.read().surfaces.filter(({ access }) => access === 'direct');
    return [...new Set(direct.flatMap((surface) => [...originsOf(surface), ...(surface.contentOrigins ?? [])]))];
  }
}
