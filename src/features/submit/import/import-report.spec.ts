import { expect, it } from 'vitest';
import { formatUnused, problemFiles, summarizeProblems, type ImportProblem } from './import-report';

const problem = (name: string, more: Partial<ImportProblem> = {}): ImportProblem => ({
  name,
  title: 'No workflow in this image',
  explanation: 'It has no metadata.',
  file: new File([], name),
  isUsable: true,
  ...more,
});

it('summarizes the photos of a folder in one row, with all files, and keeps real problems and settings apart', () => {
  const photos = ['1', '2', '3', '4', '5'].map((name) => problem(`${name}.png`));
  const broken = problem('cut.json', { isUsable: false });
  const settings = problem('fox.png', { parameters: 'Steps: 20' });
  const [first, ...others] = photos;
  const rows = summarizeProblems([broken, ...(first ? [first] : []), settings, ...others]);
  expect(rows.map(({ name, title, isUsable }) => [name, title, isUsable])).toEqual([
    ['cut.json', 'No workflow in this image', false],
    ['1.png, 2.png, 3.png and 2 more', '5 files without a workflow', true],
    ['fox.png', 'No workflow in this image', true],
  ]);
  expect(rows.map((row) => problemFiles(row).length)).toEqual([1, 5, 1]);
});

it('leaves a single file as it is', () => {
  const only = [problem('1.png')];
  expect(summarizeProblems(only)).toEqual(only);
});

it('counts the files that were not used, those beyond the limit by themselves', () => {
  const used = { name: 'a.json', outcome: 'used', found: 'Workflow' } as const;
  const left = { name: '3 other files', count: 3, outcome: 'left', found: 'Ignored' } as const;
  const over = { name: '12 more files', count: 12, outcome: 'over_limit', found: 'Not read' } as const;
  expect(formatUnused([used])).toBeUndefined();
  expect(formatUnused([used, { ...left, count: 1 }])).toBe('1 file not used.');
  expect(formatUnused([used, left, over])).toBe('12 files left out by the limit. 3 other files not used.');
  expect(formatUnused([used, { ...over, count: null }])).toBe('More files were left out by the limit.');
});
