import { expect, it } from 'vitest';
import { problemFiles, summarizeProblems, type ImportProblem } from './import-report';

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
