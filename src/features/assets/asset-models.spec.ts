import { describe, expect, test } from 'vitest';
import { nextTile } from '@/lib/keyboard/row-beside';
import { assetName, cellTitle, retentionText, sourceParts } from './asset-text';
import { gridShape } from './grid-model';

describe('the file text', () => {
  test('is the name without folders, else the hash', () => {
    expect(assetName({ id: 'i', hash: 'blake3:ab', file_path: 'input/harbour.png' })).toBe('harbour.png');
    expect(assetName({ id: 'i', hash: 'blake3:ab', file_path: null })).toBe('blake3:ab');
    expect(assetName({ id: 'i', hash: null, file_path: '' })).toBe('i');
  });

  test.each([
    [{}, 'Uploaded'],
    [{ tags: ['model-result'] }, 'Model result'],
    [
      { job_id: '0123456789', job_title: 'Blue reef', node_id: '9', node_title: 'Save image' },
      'Blue reef · Save image',
    ],
    [{ job_id: '0123456789', node_id: '9' }, 'Job 01234567 · node 9'],
    [{ job_id: '0123456789' }, 'Job 01234567'],
  ])('of %j names its source: %s', (asset, text) => {
    expect(sourceParts(asset).join('')).toBe(text);
  });

  test('of a cell of a batch is its values, which other files do not have', () => {
    const title = 'Study (palette ember, seed 103822117058)';
    expect(cellTitle({ batch_id: 'b1', job_title: title })).toBe('palette ember, seed 1038…058');
    expect(cellTitle({ job_title: title })).toBeNull();
    expect(cellTitle({ batch_id: 'b1' })).toBeNull();
  });

  test.each([
    [null, 'never', false],
    ['2030-01-01T00:30:00Z', 'in less than an hour', true],
    ['2030-01-01T05:00:00Z', 'in 5 hours', true],
    ['2030-01-02T01:00:00Z', 'in 1 day', false],
    ['2030-01-30T00:00:00Z', 'in 29 days', false],
    ['2039-12-30T00:00:00Z', '30 Dec 2039', false],
    ['2029-01-01T00:00:00Z', 'in less than an hour', true],
  ])('of a file with expires_at %s says that it expires %s', (end, text, isSoon) => {
    expect(retentionText({ expires_at: end }, Date.UTC(2030, 0, 1))).toEqual({ text, isSoon });
  });
});

describe('the grid', () => {
  test('fills its width, and has at least two columns', () => {
    expect(gridShape(1000, 180)).toMatchObject({ columns: 5, side: 190.4 });
    expect(gridShape(300, 180).columns).toBe(2);
    expect(gridShape(0, 180)).toMatchObject({ columns: 2, side: 0 });
  });

  test.each([
    ['ArrowRight', 0, 1],
    ['ArrowRight', 6, 6],
    ['ArrowLeft', 0, 0],
    ['ArrowDown', 1, 4],
    ['ArrowDown', 5, 6],
    ['ArrowDown', 6, 6],
    ['ArrowUp', 4, 1],
    ['ArrowUp', 2, 2],
    ['Home', 5, 0],
    ['End', 0, 6],
    ['PageDown', 0, null],
    ['ArrowRight', -1, null],
  ])('%s moves from %i to %s in three columns of seven', (key, at, to) => {
    expect(nextTile(key, at, 7, 3)).toBe(to);
  });
});
