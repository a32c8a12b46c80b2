import type { CuratedTransaction } from '../curated/curated-kinds';

/** Removes the annotations of this browser without deleting them on their gateways, whose next sync gives them back. */
export async function forgetAnnotations(changes: CuratedTransaction): Promise<void> {
  await changes.objectStore('marks').clear();
  const unsent = changes.objectStore('curatedChanges');
  for (const { surfaceId, kind: changed, id } of await unsent.getAll()) {
    if (changed === 'annotation') await unsent.delete([surfaceId, 'annotation', id]);
  }
  for (const sync of await changes.objectStore('curatedSync').getAll()) {
    const kinds = sync.kinds.filter((name) => name !== 'annotation');
    await changes.objectStore('curatedSync').put({ ...sync, version: 0, kinds });
  }
}
