import { z } from 'zod/mini';
import { SurfaceConfig, SurfaceCredential } from '@contract/console/surfaces';

export const StoredSurface = z.intersection(SurfaceConfig, z.object({ credential: z.nullable(SurfaceCredential) }));
export type StoredSurface = z.infer<typeof StoredSurface>;

export interface StoredSurfaces {
  /** In the order of the user. */
  surfaces: readonly StoredSurface[];
  /** `local` or the id of one of them. */
  defaultId: string;
}

/** Port of the list of configured surfaces: a file in Node, memory elsewhere. Holds credentials. */
export interface SurfaceStore {
  read(): StoredSurfaces;
  /** On disk when it returns. @throws StoreUnusable if the list cannot be stored */
  write(next: StoredSurfaces): void;
  /** A sentence about what could not be read; `null` if everything was. */
  problem(): string | null;
}

export class MemorySurfaces implements SurfaceStore {
  #stored: StoredSurfaces;
  constructor(stored: StoredSurfaces) {
    this.#stored = stored;
  }
  read(): StoredSurfaces {
    return this.#stored;
  }
  write(next: StoredSurfaces): void {
    this.#stored = next;
  }
  problem(): null {
    return null;
  }
}
