import { describe, expect, test } from 'vitest';
import type { ListedAsset } from '@contract/console/schemas';
import { ASSET_ACTION_IDS, assetOffer, type AssetActionId } from './asset-actions';

const FACTS = { areStarred: false, isSelected: false };
const file = (more: Partial<ListedAsset> = {}): ListedAsset => ({
  id: 'a',
  hash: 'blake3:ab',
  content_type: 'image/png',
  size_bytes: 1,
  file_path: 'coral.png',
  url: 'https://files.example/coral.png',
  url_expires_at: '2030-01-02T00:00:00Z',
  created_at: '2030-01-01T00:00:00Z',
  expires_at: null,
  ...more,
});

const shown = (assets: readonly ListedAsset[]): AssetActionId[] =>
  ASSET_ACTION_IDS.filter((id) => assetOffer(id, assets, FACTS).isShown);

describe('the actions on files', () => {
  test.each<[string, ListedAsset[], AssetActionId[]]>([
    ['an upload', [file()], ['open', 'input', 'star', 'select', 'zip', 'html-page', 'copy-id', 'delete']],
    [
      'an output',
      [file({ job_id: 'j' })],
      [
        'open',
        'input',
        'job',
        'same-workflow',
        'same-prompt',
        'star',
        'select',
        'zip',
        'html-page',
        'copy-id',
        'delete',
      ],
    ],
    [
      'a text',
      [file({ content_type: 'text/plain' })],
      ['open', 'star', 'select', 'zip', 'html-page', 'copy-id', 'delete'],
    ],
    [
      'a file that expires',
      [file({ expires_at: '2030-01-02T00:00:00Z', job_id: 'j' })],
      [
        'open',
        'input',
        'job',
        'same-workflow',
        'same-prompt',
        'star',
        'select',
        'keep',
        'zip',
        'html-page',
        'copy-id',
        'delete',
      ],
    ],
    ['several', [file({ job_id: 'j' }), file({ id: 'b' })], ['star', 'zip', 'html-page', 'copy-id', 'delete']],
    ['none', [], []],
  ])('are offered for %s', (_what, assets, ids) => {
    expect(shown(assets)).toEqual(ids);
  });

  test('are named for what they do now', () => {
    const labelOf = (id: AssetActionId, assets: ListedAsset[], more = {}) =>
      assetOffer(id, assets, { ...FACTS, ...more }).label;
    expect([labelOf('star', [file()]), labelOf('star', [file()], { areStarred: true })]).toEqual([
      'Star',
      'Remove star',
    ]);
    expect([labelOf('select', [file()]), labelOf('select', [file()], { isSelected: true })]).toEqual([
      'Select',
      'Remove from selection',
    ]);
    expect(labelOf('copy-id', [file(), file()])).toBe('Copy file IDs');
    expect([labelOf('delete', [file()]), labelOf('delete', [file(), file()])]).toEqual(['Delete', 'Delete…']);
  });

  test('show the files of the same workflow, also without a name', () => {
    const reasonOf = (more: Partial<ListedAsset>) =>
      assetOffer('same-workflow', [file({ job_id: 'j', ...more })], FACTS).reason;
    expect([reasonOf({}), reasonOf({ job_title: 'Blue reef' })]).toEqual([null, null]);
  });

  test('do not delete what an unfinished job reads', () => {
    const used = file({ in_use: true });
    expect(assetOffer('delete', [used], FACTS).reason).toBe('A job that has not finished reads this file.');
    expect(assetOffer('delete', [used, used], FACTS).reason).toBe('Jobs that have not finished read these files.');
    expect(assetOffer('delete', [used, file()], FACTS).reason).toBeNull();
  });
});
