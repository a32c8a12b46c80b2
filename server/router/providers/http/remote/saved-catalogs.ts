import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod/mini';
import { readOwnFile, writeWhole } from '../../../../storage/files/own-files';
import type { Logger } from '../../../../log';
import type { ReadProvider } from '../read-config';
import { RemoteModel } from './remote-catalog';

/** Last fetched catalog. */
export interface SavedCatalog {
  readAt: number;
  models: readonly RemoteModel[];
}

const SavedFile = z.object({ baseUrl: z.string(), readAt: z.number(), models: z.array(RemoteModel) });

type Place = Pick<ReadProvider, 'name' | 'baseUrl'>;

/** Disk cache of remote catalogs, so that models are available at startup while a router is unreachable. Its errors are ignored. */
export class SavedCatalogs {
  readonly #folder: string;
  readonly #log: Logger;

  constructor(folder: string, log: Logger) {
    this.#folder = folder;
    this.#log = log;
  }

  /** Returns `null` if there is none, or only one of another URL. */
  read({ name, baseUrl }: Place): SavedCatalog | null {
    try {
      const saved = SavedFile.parse(JSON.parse(readOwnFile(this.#fileOf(name))));
      return saved.baseUrl === baseUrl ? saved : null;
    } catch {
      return null;
    }
  }

  write({ name, baseUrl }: Place, { readAt, models }: SavedCatalog): void {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      writeWhole(this.#fileOf(name), JSON.stringify({ baseUrl, readAt, models }));
    } catch (error) {
      this.#log.warn({ provider: name, err: error }, 'The catalog of a remote router could not be saved');
    }
  }

  #fileOf(name: string): string {
    return path.join(this.#folder, `${name}.json`);
  }
}
