import { expect, test } from 'vitest';
import type { ListedAsset } from '@contract/console/schemas';
import type { ListedJob, Output } from '@contract/jobs/schemas';
import { mergeResults } from './merge-results';

const file = (id: string, type = 'image/png') => ({ id, name: id, content_type: type });
const at = (minute: number) => `2030-01-01T00:${String(minute).padStart(2, '0')}:00Z`;
const job = (id: string, minute: number, outputs: object[]) =>
  ({ id, created_at: at(0), started_at: null, completed_at: at(minute), outputs: outputs as Output[] }) as ListedJob;
const result = (id: string, minute: number, type?: string) =>
  ({ ...file(id, type), created_at: at(minute) }) as unknown as ListedAsset;

test('results of jobs and of models are in the order of their time, one of each job', () => {
  const jobs = [job('b', 20, [file('b1'), file('b2'), file('b3', 'text/plain')]), job('a', 5, [file('a1')])];
  const models = [result('m2', 30), result('svg', 25, 'image/svg+xml'), result('m1', 10)];
  const ids = (limit: number) => mergeResults(jobs, models, limit).map(({ image }) => image.id);
  expect(ids(9)).toEqual(['m2', 'b2', 'm1', 'a1']);
  expect(ids(3)).toEqual(['m2', 'b2', 'm1']);
});
