import { openDatabase } from '../database';

const LIMITS = { count: 500, size: 64 * 1024 * 1024 };

/** Stores a submitted workflow, for servers that do not return it, and removes the oldest ones above the limits. */
export async function keepGraph(id: string, text: string, limits = LIMITS): Promise<void> {
  try {
    const transaction = (await openDatabase()).transaction(['graphs', 'graphTexts'], 'readwrite');
    const graphs = transaction.objectStore('graphs');
    const texts = transaction.objectStore('graphTexts');
    const isKnown = (await graphs.getKey(id)) !== undefined;
    await graphs.put({ id, size: text.length, usedAt: Date.now() });
    if (!isKnown) await texts.put(text, id);
    const all = isKnown ? [] : await graphs.getAll();
    let size = 0;
    for (const [index, graph] of all.sort((left, right) => right.usedAt - left.usedAt).entries()) {
      size += graph.size;
      if (index < limits.count && size <= limits.size) continue;
      await Promise.all([graphs.delete(graph.id), texts.delete(graph.id)]);
    }
    await transaction.done;
  } catch {
    // Best effort: most servers return the workflow.
  }
}
