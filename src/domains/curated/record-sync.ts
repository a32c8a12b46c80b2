import type { ChangedRecords, CuratedRecord, CuratedRecords } from '@contract/console/curated-records';
import type { CuratedKindName } from './sync-records';

/** Keeps the records of this browser and of a gateway equal (decisions 113, 120). Pure, over two ports. */

/** What a gateway has said about records. */
export interface ReadRecords {
  records: readonly CuratedRecord[];
  /** What has been read with them. */
  version: number;
  /** Changes that they contain. */
  sent?: readonly CuratedRecord[];
  /** Changes that the gateway does not accept. */
  rejected?: ChangedRecords['rejected'];
}

export interface RecordSyncStorage {
  /** What was read of the gateway; `null` before the first sync. `isComplete`: of all kinds that this Flowdeck knows. */
  position(): Promise<{ store: string; version: number; isComplete: boolean } | null>;
  /** Changes that the gateway has not confirmed, as many as one request may have. */
  unsent(): Promise<CuratedRecord[]>;
  /**
   * Starts from the beginning with these records of the gateway: everything is read, and everything is sent.
   * @param onlyNew sends only kinds that were not sent to this gateway
   */
  restart(store: string, onlyNew: boolean): Promise<void>;
  /** Applies the state of the gateway, except where there are unsent changes, all or nothing. Resolves with the changed kinds. */
  apply(page: ReadRecords): Promise<ReadonlySet<CuratedKindName>>;
}

/** The last change of a gateway's records that is known. */
export interface RecordsPosition {
  /** The gateway has other records if it changes. */
  store: string;
  version: number;
}

export interface RecordSyncRemote {
  list(since: number): Promise<CuratedRecords>;
  change(since: number, records: readonly CuratedRecord[]): Promise<ChangedRecords>;
}

/** Other browsers may send at the same time: so often they may be first before the next sync continues. */
const MAX_ROUNDS = 10;

/**
 * Reads what changed on the gateway, then sends what changed here. May be interrupted anywhere, and repeated. Resolves with the kinds
 * whose records changed in this browser, and with the position that both now have. @throws what the ports throw
 */
export async function syncRecords(
  storage: RecordSyncStorage,
  remote: RecordSyncRemote,
): Promise<{ changed: ReadonlySet<CuratedKindName>; reached: RecordsPosition }> {
  const changed = new Set<CuratedKindName>();
  const apply = async (page: ReadRecords) => {
    for (const kind of await storage.apply(page)) changed.add(kind);
    return page.version;
  };
  const readAll = async (first: CuratedRecords) => {
    for (let page = first; ;) {
      // The next page arrives while this one is stored.
      const next = page.more ? remote.list(page.version) : null;
      next?.catch(() => {});
      const version = await apply(page);
      if (!next) return version;
      page = await next;
    }
  };
  const position = await storage.position();
  let first = await remote.list(position?.version ?? 0);
  // Other records, or an older copy of them.
  const isOther = first.store !== position?.store || first.version < position.version;
  if (isOther || !position.isComplete) {
    await storage.restart(first.store, !isOther);
    if (position) first = await remote.list(0);
  }
  let version = await readAll(first);
  let missed = 0;
  for (;;) {
    const sent = await storage.unsent();
    if (sent.length === 0) return { changed, reached: { store: first.store, version } };
    const result = await remote.change(version, sent);
    if (result.store !== first.store || missed > MAX_ROUNDS)
      throw new Error('The records of the gateway keep changing');
    if (result.is_current) version = await apply({ ...result, sent });
    else {
      missed += 1;
      version = await readAll(await remote.list(version));
    }
  }
}

/** Decides when the records of gateways are read: once a gateway announces a change, and regularly where none is announced. */
export class SyncSchedule {
  readonly #maxAgeMs: number;
  readonly #now: () => number;
  readonly #reached = new Map<string, string>();
  readonly #announced = new Map<string, { position: string; at: number }>();

  /** @param maxAgeMs how long an announcement is valid; as often, records are read that no valid one describes */
  constructor(maxAgeMs: number, now: () => number) {
    this.#maxAgeMs = maxAgeMs;
    this.#now = now;
  }

  /** Returns true if the announced change needs a sync, once for each change: one that failed is repeated with the regular ones. */
  announce(surfaceId: string, announced: RecordsPosition): boolean {
    const position = textOf(announced);
    const before = this.#announced.get(surfaceId);
    this.#announced.set(surfaceId, { position, at: this.#now() });
    return position !== this.#reached.get(surfaceId) && position !== before?.position;
  }

  /** @param position `null`: a sync failed, so changes of this browser may be unsent */
  setReached(surfaceId: string, position: RecordsPosition | null): void {
    if (position) this.#reached.set(surfaceId, textOf(position));
    else this.#reached.delete(surfaceId);
  }

  /** Returns true unless this browser has what a valid announcement says. */
  isDue(surfaceId: string): boolean {
    const announced = this.#announced.get(surfaceId);
    if (!announced || this.#now() - announced.at >= this.#maxAgeMs) return true;
    return announced.position !== this.#reached.get(surfaceId);
  }
}

const textOf = ({ store, version }: RecordsPosition) => `${version} ${store}`;
