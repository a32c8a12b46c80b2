import { describe, expect, it } from 'vitest';
import { foundRows, groupedRows, pickerFile, type PickerRow } from './picker-rows';

const NAMES = [
  'base.safetensors',
  'flux/dev.safetensors',
  'flux/realism/portrait.safetensors',
  'old\\style\\ink.ckpt',
  'flux/schnell.safetensors',
  'dev_tools.pt',
  'sd/xl.safetensors',
  'sd/turbo.safetensors',
];
const FILES = NAMES.map(pickerFile);
const NONE = { recent: [], similar: [] };

const textOf = (rows: readonly PickerRow[]) =>
  rows.map((row) => (row.kind === 'heading' ? `# ${row.text}` : row.file.name));

describe('the files of a list', () => {
  it('stand in their folders, those without one first', () => {
    expect(textOf(groupedRows(FILES, NONE))).toEqual([
      '# No folder',
      'base.safetensors',
      'dev_tools.pt',
      '# flux',
      'dev.safetensors',
      'schnell.safetensors',
      '# flux/realism',
      'portrait.safetensors',
      '# old/style',
      'ink.ckpt',
      '# sd',
      'xl.safetensors',
      'turbo.safetensors',
    ]);
  });

  it('have no heading without folders', () => {
    expect(textOf(groupedRows(['a.pt', 'b.pt'].map(pickerFile), NONE))).toEqual(['a.pt', 'b.pt']);
  });

  it('begin with similar ones, then the recent ones that still exist, each with its folder', () => {
    const rows = groupedRows(FILES, { recent: ['gone.pt', 'sd/xl.safetensors'], similar: ['flux/dev.safetensors'] });
    expect(textOf(rows).slice(0, 6)).toEqual([
      '# Similar names',
      'dev.safetensors',
      '# Recently used',
      'xl.safetensors',
      '# No folder',
      'base.safetensors',
    ]);
    expect(rows[1]).toMatchObject({ showsFolder: true });
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  });

  it('are all seen in a short list, so that recent ones do not repeat', () => {
    expect(textOf(groupedRows(FILES.slice(0, 2), { recent: ['base.safetensors'], similar: [] }))).not.toContain(
      '# Recently used',
    );
  });
});

describe('a search', () => {
  it.each([
    ['dev', ['dev_tools.pt', 'dev.safetensors']],
    ['flux dev', ['dev.safetensors']],
    ['DEV Flux', ['dev.safetensors']],
    ['style/ink', ['ink.ckpt']],
    ['tools', ['dev_tools.pt']],
    ['nothing', []],
  ])('for %s finds %j', (typed, expected) => {
    const names = textOf(foundRows(FILES, typed));
    expect(names.toSorted()).toEqual(expected.toSorted());
  });

  it('lists names that begin with the text first, and folders last', () => {
    const files = ['xl/a.pt', 'an xl.pt', 'xl base.pt'].map(pickerFile);
    expect(textOf(foundRows(files, 'xl'))).toEqual(['xl base.pt', 'an xl.pt', 'a.pt']);
  });
});
