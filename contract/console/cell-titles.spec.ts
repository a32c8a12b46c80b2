import { expect, it } from 'vitest';
import { cellTitles } from './cell-titles';

it('cells are titled by their values and the names of those, with shortened seeds', () => {
  const titles = [
    'Study (palette ember, steps 60, seed 103822117058)',
    'Study (palette teal, steps 60, seed 103822117059)',
  ];
  const cells = ['palette ember, steps 60, seed 1038…058', 'palette teal, steps 60, seed 1038…059'];
  expect(cellTitles(titles)).toEqual({ batch: 'Study', cells });
  expect(cellTitles(titles.slice(0, 1)).cells).toEqual(cells.slice(0, 1));
});

it('a value without a name, and values with commas, are left as they are', () => {
  expect(cellTitles(['Study (a dog)', 'Study (a cat)'])).toEqual({ batch: 'Study', cells: ['a dog', 'a cat'] });
  expect(cellTitles(['Study (text a, b, cfg 7)']).cells).toEqual(['text a, b, cfg 7']);
});

it('parentheses in the name of the batch are part of it', () => {
  expect(cellTitles(['Lake (v2) (seed 1)', 'Lake (v2) (seed 2)'])).toEqual({
    batch: 'Lake (v2)',
    cells: ['seed 1', 'seed 2'],
  });
  expect(cellTitles(['One', 'Two'])).toEqual({ batch: 'One', cells: ['One', 'Two'] });
});
