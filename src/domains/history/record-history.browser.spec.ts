import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { makeJob } from '@/testing/job-fixtures';
import { clearDeviceData } from './device-data';
import { historyJobs } from './history';
import { recordHistory } from './record-history';

afterEach(async () => {
  vi.restoreAllMocks();
  await clearDeviceData('history');
});

it('stores jobs that are read at the same time in a few transactions', async () => {
  const client = new QueryClient();
  const stop = recordHistory(client);
  const read = (id: string) => client.setQueryData(['local', 'getJob', id], { job: makeJob({ id }) });
  read('first');
  await expect.poll(async () => (await historyJobs()).length).toBe(1);
  const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction');
  for (let index = 0; index < 50; index += 1) read(`job-${index}`);
  await expect.poll(async () => (await historyJobs()).length).toBe(51);
  const writes = transactions.mock.calls.filter(([, mode]) => mode === 'readwrite');
  expect(writes.length).toBeLessThanOrEqual(2);
  stop();
});
