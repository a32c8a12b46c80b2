import { expect, it } from 'vitest';
import type { Output } from '@contract/jobs/schemas';
import type { ShownJob } from '@/api/live/merge-job';
import type { Surface } from '@/api/surface';
import { mainOutput, orderOutputs, pictureLayers, pictureOf, type Picture } from './picture';

const surface: Surface = {
  id: 'local',
  name: 'This machine',
  baseUrl: 'http://127.0.0.1:8189',
  routerBaseUrl: null,
  kind: 'gateway',
};

const output = (id: string, content_type: string): Output => ({
  node_id: '1',
  name: id,
  type: 'file',
  content_type,
  size_bytes: 1,
  id,
  hash: null,
  url: `http://x/${id}`,
  url_expires_at: '2100-01-01T00:00:00Z',
});
const outputs = [output('a', 'image/png'), output('b', 'image/png'), output('c', 'text/plain')];
const preview: ShownJob['preview'] = { content_type: 'image/png', data_base64: '', at: 1, node_id: '1' };
const shown = (parts: Partial<ShownJob>): ShownJob => ({
  job: { id: 'job', status: 'running', created_at: '2026-01-01T00:00:00Z', outputs },
  preview: null,
  isEnding: false,
  ...parts,
});
const keyOf = (job: ShownJob, outputId: string | null, isPreviewOn = true) =>
  pictureOf(surface, job, { outputId, isPreviewOn, outputNodes: [] })?.key ?? null;

it('prefers what the user chose, then the preview, then the newest image', () => {
  expect(keyOf(shown({ preview }), 'a')).toBe('output local a');
  expect(keyOf(shown({ preview }), null)).toBe('preview local job');
  expect(keyOf(shown({ preview }), null, false)).toBe('output local b');
  expect(keyOf(shown({}), 'gone')).toBe('output local b');
});

it('shows the newest output of a run without images, and nothing without outputs', () => {
  const { job } = shown({});
  expect(keyOf(shown({ job: { ...job, outputs: outputs.slice(2) } }), null)).toBe('output local c');
  expect(keyOf(shown({ job: { ...job, outputs: [] } }), null)).toBe(null);
});

it('keeps the last picture behind the next one, and alone while there is no next one', () => {
  const one: Picture = { kind: 'preview', key: 'one', preview: { ...preview } };
  const two: Picture = { ...one, key: 'two' };
  expect(pictureLayers(one, two, false)).toEqual([one, two]);
  expect(pictureLayers(one, { ...one }, false)).toEqual([one]);
  expect(pictureLayers(one, null, true)).toEqual([one]);
  expect(pictureLayers(one, null, false)).toEqual([]);
  expect(pictureLayers(null, two, true)).toEqual([two]);
});

it('puts the outputs of chosen nodes first', () => {
  const byNode = outputs.map((one, index) => ({ ...one, node_id: String(index) }));
  const idsOf = (list: readonly Output[]) => list.map(({ id }) => id).join('');
  expect(idsOf(orderOutputs(byNode, ['2', '0']))).toBe('cab');
  expect(idsOf(orderOutputs(byNode, ['9']))).toBe('abc');
  expect(mainOutput(byNode, ['0'])?.id).toBe('a');
  expect(mainOutput(byNode, ['2', '0'])?.id).toBe('a');
  expect(mainOutput(byNode, ['2'])?.id).toBe('c');
  expect(mainOutput(byNode, ['9'])?.id).toBe('b');
  expect(mainOutput([], ['9'])).toBeNull();
});
