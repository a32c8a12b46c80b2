// Writes a batch of two axes into the database of the console.

/**
 * @typedef {object} StoredBatch
 * @property {string} id
 * @property {object} workflow
 * @property {{ nodeId: string, input: string, values: number[] }} down axis of the rows
 * @property {{ nodeId: string, input: string, values: number[] }} across axis of the columns
 * @property {string[] | null} jobIds of the finished jobs, one per cell; `null` for a batch that has not started
 * @property {number} [limit] of cells in flight
 */

/**
 * Stores a batch as if the browser had planned or run it. The page must have created its database.
 * @param {import('playwright').Page} page
 * @param {StoredBatch} batch
 */
export async function storeBatch(page, batch) {
  await page.evaluate(writeBatch, batch);
}

/**
 * Returns how many cells of a batch have succeeded.
 * @param {import('playwright').Page} page
 * @param {string} id
 */
export function countSucceeded(page, id) {
  return page.evaluate(readTally, id);
}

/** Runs in the page. @param {string} id @returns {Promise<number>} */
function readTally(id) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('flowdeck');
    opening.addEventListener('error', () => reject(opening.error));
    opening.addEventListener('success', () => {
      const reading = opening.result.transaction('batches').objectStore('batches').get(id);
      reading.addEventListener('error', () => reject(reading.error));
      reading.addEventListener('success', () => {
        opening.result.close();
        resolve(reading.result.tally.succeeded);
      });
    });
  });
}

/** Runs in the page. @param {StoredBatch} batch */
async function writeBatch({ id, workflow, down, across, jobIds, limit = 4 }) {
  /** @type {IDBDatabase} */
  const database = await new Promise((resolve, reject) => {
    const opening = indexedDB.open('flowdeck');
    opening.addEventListener('success', () => resolve(opening.result));
    opening.addEventListener('error', () => reject(opening.error));
  });
  const transaction = database.transaction(['batches', 'batchPlans', 'batchWorkflows', 'batchCells'], 'readwrite');
  const axes = [down, across];
  const count = down.values.length * across.values.length;
  const finished = jobIds?.length ?? 0;
  transaction.objectStore('batches').put({
    id,
    createdAt: Date.now(),
    surfaceId: 'local',
    surfaceIds: ['local'],
    title: 'Bench',
    draftId: null,
    sourceJobId: null,
    needsPartnerKey: false,
    axes: axes.map(({ input, values }) => ({ label: input, count: values.length })),
    count,
    limit,
    next: finished,
    retries: [],
    inFlight: [],
    tally: { succeeded: finished, failed: 0, canceled: 0, refused: 0, unsettled: 0 },
    failuresInRow: 0,
    isPaused: false,
    pauseReason: null,
    isStopped: false,
    finishedAt: jobIds ? Date.now() : null,
    state: { name: 'ready', until: 0 },
  });
  const plan = {
    axes: axes.map(({ nodeId, input, values }) => ({
      label: input,
      inputs: [{ nodeId, input, label: input }],
      rows: values.map((value) => ({ label: String(value), values: [value] })),
    })),
  };
  transaction.objectStore('batchPlans').put(JSON.stringify(plan), id);
  transaction.objectStore('batchWorkflows').put(JSON.stringify(workflow), id);
  for (const [cell, jobId] of (jobIds ?? []).entries()) {
    const record = { batchId: id, cell, attempt: 1, surfaceId: 'local', entryId: `${id}.${cell}.1`, jobId };
    transaction
      .objectStore('batchCells')
      .put({ ...record, outcome: 'succeeded', message: null, finishedAt: Date.now() });
  }
  await new Promise((resolve, reject) => {
    transaction.addEventListener('complete', resolve);
    transaction.addEventListener('abort', () => reject(transaction.error));
  });
  database.close();
}
