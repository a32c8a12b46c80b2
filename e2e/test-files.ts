import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

/** Temporary files of the test's user. */
export class TestFiles {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** @returns the path; folders in the name are created. */
  async write(name: string, content: string | Uint8Array): Promise<string> {
    const file = path.join(this.folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
    return file;
  }

  workflow(name: string, graph: object): Promise<string> {
    return this.write(name, JSON.stringify(graph, null, 2));
  }

  /** Writes a 12 MB PNG: too large for the buffers between browser and gateway, so that its upload is visible. */
  async photo(name = 'holiday.png'): Promise<string> {
    return this.write(name, await image(2400, 1700, { compressionLevel: 0 }));
  }

  async smallPhoto(name = 'snapshot.png', shade = 0): Promise<string> {
    return this.write(name, await image(320, 200, { compressionLevel: 6 }, shade));
  }
}

async function image(width: number, height: number, format: { compressionLevel: number }, shade = 0) {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      pixels[at++] = (x * 255) / width;
      pixels[at++] = (y * 255) / height;
      pixels[at++] = shade;
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png(format)
    .toBuffer();
}
