import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { FileBlobs } from '../../../storage/files/file-blobs';
import { requestKey } from '../../../router/calls/request-key';
import { newJob } from '../../../storage/testing/new-job';
import { openSqliteStore, type SqliteStore } from '../../../storage/sqlite/sqlite-store';

/** A data folder of a gateway that is not running, with an asset for each content. */
export class StoredFolder {
  readonly path: string;

  constructor(folder: string) {
    this.path = folder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#use((store) => store.identity() ?? store.setIdentity({ id: randomUUID(), generation: 1 }));
  }

  /** @returns the hash of each file */
  async add(...contents: string[]): Promise<string[]> {
    const hashes: string[] = [];
    for (const content of contents) {
      const { hash, size } = await this.#put(content);
      hashes.push(hash);
      this.#use((store) =>
        store.assets.insert({
          id: `asset-${content}`,
          owner: 'local',
          blob: hash,
          sizeBytes: size,
          contentType: 'text/plain',
          filePath: null,
          createdAt: 0,
          expiresAt: null,
          jobId: null,
          tags: [],
        }),
      );
    }
    return hashes;
  }

  /** Adds a file that the database does not list. */
  async addUnlisted(content: string): Promise<void> {
    await this.#put(content);
  }

  async #put(content: string) {
    return await (await FileBlobs.open(path.join(this.path, 'blobs'))).put(once(content));
  }

  /** Deletes a record as the gateway does, which then removes the file. */
  async delete(content: string): Promise<void> {
    const blob = this.#use((store) => {
      const found = store.assets.get(`asset-${content}`)?.blob ?? '';
      store.assets.remove(`asset-${content}`);
      return found;
    });
    await (await FileBlobs.open(path.join(this.path, 'blobs'))).remove(blob);
  }

  /** Adds a queued job. */
  addJob(id: string): void {
    this.#use((store) => store.transaction(() => store.jobs.insert(newJob(id))));
  }

  /** Adds a model call in the queue. `running`: it was started; `isAccepted`: a provider has accepted it. */
  addModelCall(id: string, phase: 'queued' | 'running', isAccepted = false): void {
    const owner = 'local';
    this.#use((store) =>
      store.transaction(() => {
        store.requests.insert(
          { id, owner, model: 'a/b', createdAt: 0, origin: 'http://localhost' },
          { base64: 'e30=' },
        );
        store.requests.setPhase(id, phase);
        if (!isAccepted) return;
        const identity = { method: 'POST', target: '', bodyHash: '' };
        const run = { key: requestKey(id), claimedAt: 0, callId: id, state: 'running', response: null } as const;
        store.router.insertKey({ ...identity, ...run, owner });
      }),
    );
  }

  phaseOf(id: string): string | undefined {
    return this.#use((store) => store.requests.get(id)?.phase);
  }

  file(hash: string): string {
    return path.join(this.path, 'blobs', hash.slice(0, 2), hash);
  }

  /** The content of each asset that has its file. */
  contents(): string[] {
    const blobs = this.#use((store) => [...store.assets.referencedBlobs()]);
    return blobs
      .map((hash) => this.file(hash))
      .filter((file) => existsSync(file))
      .map((file) => readFileSync(file, 'utf8'))
      .sort();
  }

  recordsId(): string {
    return this.#use((store) => store.curated.id());
  }

  #use<T>(work: (store: SqliteStore) => T): T {
    const store = openSqliteStore(path.join(this.path, 'flowdeck.db'));
    try {
      return work(store);
    } finally {
      store.close();
    }
  }
}

async function* once(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text);
}
