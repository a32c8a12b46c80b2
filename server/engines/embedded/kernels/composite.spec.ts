import { expect, it } from 'vitest';
import { picture, raster } from '../testing/rasters';
import { composite } from './composite';
import type { Raster } from './raster';

const grey = picture([
  ['#808080', '#808080'],
  ['#808080', '#808080'],
]);
const white = picture([['#ffffff', '#ffffff']]);

it('draws the source at the given position through its mask, and crops parts outside', () => {
  const through = composite(grey, white, 1, 0, raster(2, 1, 1, [128, 255]));
  expect(through).toEqual(
    picture([
      ['#808080', '#c0c0c0'],
      ['#808080', '#808080'],
    ]),
  );
});

it('does not change the destination, even if it is a Buffer, whose slice shares the bytes', () => {
  const destination: Raster = { ...grey, data: Buffer.from(grey.data) };
  composite(destination, white, 0, 0, null);
  expect([...destination.data]).toEqual([...grey.data]);
});
