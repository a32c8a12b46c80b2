import { readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

const folder = path.resolve('public');

interface Icon {
  src: string;
  sizes: string;
  type: string;
  purpose?: string;
}

describe('the icons of the installed app', () => {
  it('are PNG files of the sizes that the manifest says, one of them maskable', async () => {
    const { icons } = JSON.parse(readFileSync(path.join(folder, 'manifest.webmanifest'), 'utf8')) as { icons: Icon[] };
    const drawn = icons.filter(({ type }) => type === 'image/png');
    expect(drawn.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
      ['192x192', undefined],
      ['512x512', undefined],
      ['512x512', 'maskable'],
    ]);
    for (const { src, sizes } of drawn) {
      const { format, width, height } = await sharp(path.join(folder, src)).metadata();
      expect([format, `${width}x${height}`]).toEqual(['png', sizes]);
    }
  });

  it('fill the whole square where the system cuts them into its shape', async () => {
    for (const name of ['maskable-512.png', 'apple-touch.png']) {
      const { data } = await sharp(path.join(folder, 'icons', name))
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect(data[3]).toBe(255);
    }
  });
});
