import { z } from 'zod/mini';
import { SurfaceConfig, SurfaceCredential } from '@contract/console/surfaces';

export const StoredSurface = z.intersection(
  SurfaceConfig,
  z.object({ credential: z.nullable(SurfaceCredential), contentOrigins: z.optional(z.array(z.string())) }),
);
export type StoredSurface = z.infer<typeof StoredSurface>;

export interface StoredSurfaces {
  /** In the order chosen by the user. */
  surfaces: readonly StoredSurface[];
  /** `local`, or the id of one of the surfaces. */
  defaultId: string;
}

/** Port of the list of configured surfaces: a file in Node, memory elsewhere. Contains credentials. */
export interface SurfaceStore {
  read(): StoredSurfaces;
  /** Stores the list durably before it returns. @throws StoreUnusable if the list cannot be stored */
  write(next: StoredSurfaces): void;
  /** Describes what could not be read; `null` if everything was. */
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
