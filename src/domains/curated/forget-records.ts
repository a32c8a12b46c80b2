import type { CuratedTransaction } from './curated-kinds';

/** Removes the annotations of this browser without deleting them on their gateways, whose next sync gives them back. */
export async function forgetRecords(changes: CuratedTransaction, kind: 'annotation'): Promise<void> {
  await changes.objectStore('marks').clear();
  const unsent = changes.objectStore('curatedChanges');
  for (const { surfaceId, kind: changed, id } of await unsent.getAll()) {
    if (changed === kind) await unsent.delete([surfaceId, kind, id]);
  }
  for (const sync of await changes.objectStore('curatedSync').getAll()) {
    const kinds = sync.kinds.filter((name) => name !== kind);
    await changes.objectStore('curatedSync').put({ ...sync, version: 0, kinds });
  }
}
