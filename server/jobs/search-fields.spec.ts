import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readWorkflow } from '@contract/workflow/graph';
import { workflowShape } from '@contract/workflow/workflow-shape';
import { MIGRATIONS } from '../storage/sqlite/migrations';
import { SqliteDatabase } from '../storage/sqlite/sqlite-database';
import { openSqliteStore } from '../storage/sqlite/sqlite-store';
import type { Store } from '../storage/store';
import { createMemoryDeps } from '../testing/memory-deps';
import { SearchFieldsReader } from './search-fields';

let folder = '';
let path = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'flowdeck-shapes-'));
  path = join(folder, 'flowdeck.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

const drawing = (prompt: string) =>
  JSON.stringify({ '1': { class_type: 'ScriptSteps', inputs: { prompt, seed: 42, steps: 1 } } });

/** Stores jobs as the version did that searched inputs, but not shapes. @param prompts what it read, `null` for not yet */
function storeEarlier(jobs: readonly { id: string; text: string; prompt: string | null }[]): void {
  const steps = MIGRATIONS.slice(
    0,
    MIGRATIONS.findIndex((step) => step.includes('job_texts_by_shape')),
  );
  const db = new SqliteDatabase(path, { migrations: steps });
  const insert =
    'INSERT INTO jobs (id, owner, status, created_at, expires_at, labels, needs_extra_data) VALUES (?, ?, ?, 0, 9999999999999, ?, 0)';
  const insertText = `INSERT INTO job_texts (seq, text, prompt, negative, model, seed, size)
    SELECT seq, '', ?2, substr(?2, 1, 0), substr(?2, 1, 0), substr(?2, 1, 0), substr(?2, 1, 0) FROM jobs WHERE id = ?1`;
  db.transaction(() => {
    for (const { id, text, prompt } of jobs) {
      db.run(insert, id, 'local', 'succeeded', '{}');
      db.run('INSERT INTO job_workflows (job_id, text) VALUES (?, ?)', id, text);
      db.run(insertText, id, prompt);
    }
  });
  db.close();
}

async function readAll(store: Store): Promise<void> {
  const { engine, log } = await createMemoryDeps();
  const reader = new SearchFieldsReader({ store, engine, log });
  await expect.poll(() => store.jobs.countWithoutShape()).toBe(0);
  await reader.close();
}

test('the shapes of jobs from earlier versions are read once, and their known inputs stay', async () => {
  storeEarlier([
    { id: 'known', text: drawing('a red fox'), prompt: 'as it was read' },
    { id: 'unknown', text: drawing('a wolf'), prompt: null },
    { id: 'broken', text: '{', prompt: '' },
  ]);
  const first = openSqliteStore(path);
  expect([first.jobs.countWithoutShape(), first.jobs.countWithoutSearchFields()]).toEqual([3, 1]);
  expect(first.jobs.unreadForSearch(2)).toEqual(['broken', 'unknown']);
  expect(first.jobs.shape('known')).toBeNull();
  await readAll(first);
  const graph = readWorkflow(drawing('anything'));
  const shape = graph.ok ? workflowShape(graph.graph) : '';
  expect(['known', 'unknown', 'broken'].map((id) => first.jobs.shape(id))).toEqual([shape, shape, '']);
  expect(['known', 'unknown'].map((id) => first.jobs.searchFields(id)?.prompt)).toEqual(['as it was read', 'a wolf']);
  const { jobs } = await first.search.page({ owner: 'local', words: [], shape }, 'newest', 10);
  expect(jobs.map(({ id }) => id)).toEqual(['unknown', 'known']);
  first.close();

  const again = openSqliteStore(path);
  const read = vi.spyOn(again.jobs, 'workflowText');
  await readAll(again);
  expect(read).not.toHaveBeenCalled();
  again.close();
});
