import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLogger } from '../../../../log';
import { EmbeddedEngine } from '../../../embedded/embedded-engine';
import { buildEngine } from '../../../embedded/testing/built-engine';
import { temporaryFolder } from '../../../embedded/testing/engine-run';
import type { Engine, RunAsset } from '../../../engine';
import { assetOf, bytesOf, runGraph } from '../run-graph';
import { CASES, type AgreementCase } from './agreement-cases';
import { openLiveEngine, type LiveEngine } from './live-engine';

/** Compares the embedded engine with ComfyUI, class by class, within the tolerance of its kernels. */

interface Picture {
  width: number;
  height: number;
  data: Buffer;
}

interface Difference {
  name: string;
  size: string;
  max: number;
  mean: number;
  /** Share of differing bytes, from 0 to 1. */
  share: number;
}

let live: LiveEngine;
let embedded: EmbeddedEngine;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let built: Awaited<ReturnType<typeof buildEngine>>;
let assets: RunAsset[];
const table: Difference[] = [];

beforeAll(async () => {
  [live, folder, built] = await Promise.all([openLiveEngine(), temporaryFolder(), buildEngine()]);
  embedded = new EmbeddedEngine({ script: built.script, workDir: folder.path, log: silentLogger });
  assets = await Promise.all([testImage('photo', 97, 61), testImage('other', 61, 97), testImage('cutout', 64, 48)]);
});

afterAll(async () => {
  await Promise.all([live.close(), embedded.close()]);
  await Promise.all([folder.remove(), built.remove()]);
  const text = markdown(table);
  process.stdout.write(`\n${text}\n`);
});

describe('the embedded engine and ComfyUI', () => {
  it.for(CASES)('agree on $name', async (agreement, { skip }) => {
    const { needs } = agreement;
    const inputs = needs && (await live.engine.definitions())?.[needs.classType]?.input;
    skip(needs !== undefined && !inputs?.required?.[needs.input], 'This ComfyUI does not have the input');
    const [theirs, ours] = [await images(live.engine, agreement), await images(embedded, agreement)];
    expect(ours.map(sizeOf)).toEqual(theirs.map(sizeOf));
    const found = difference(agreement.name, ours, theirs);
    table.push(found);
    expect(found.max).toBeLessThanOrEqual(agreement.maxDifference ?? 255);
    expect(found.mean).toBeLessThanOrEqual(agreement.meanDifference);
  });

  it.each(CASES.filter(({ colors }) => colors !== undefined))('choose colours as well in $name', async (agreement) => {
    const photo = assets.find(({ id }) => id === 'photo');
    if (!photo) throw new Error('There is no photo');
    const source = await raw(Buffer.from(await photo.read()));
    const [theirs, ours] = [await images(live.engine, agreement), await images(embedded, agreement)];
    for (const image of ours) expect(countColors(image)).toBeLessThanOrEqual(agreement.colors ?? 0);
    const errorOf = (found: Picture[]) => difference(agreement.name, found, [source]).mean;
    expect(errorOf(ours)).toBeLessThanOrEqual(errorOf(theirs) * 1.1);
  });
});

async function images(engine: Engine, { graph }: AgreementCase): Promise<Picture[]> {
  const { outcome, outputs } = await runGraph(engine, graph, { assets });
  expect(outcome).toEqual({ kind: 'succeeded' });
  const saved = outputs.filter(({ nodeId }) => nodeId === '9').toSorted((a, b) => a.name.localeCompare(b.name));
  expect(saved.length).toBeGreaterThan(0);
  return Promise.all(saved.map(async (output) => raw(await bytesOf(output))));
}

async function raw(file: Buffer): Promise<Picture> {
  const { data, info } = await sharp(file)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info.channels).toBe(3);
  return { width: info.width, height: info.height, data };
}

function countColors({ data }: Picture): number {
  const found = new Set<number>();
  for (let at = 0; at < data.length; at += 3) found.add(data.readUIntBE(at, 3));
  return found.size;
}

/** Creates an image with gradients, hard edges and noise, equal on all machines. */
async function testImage(id: string, width: number, height: number): Promise<RunAsset> {
  const channels = id === 'cutout' ? 4 : 3;
  const data = Buffer.alloc(width * height * channels);
  let noise = 12_345 + id.length;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      noise = (noise * 1_103_515_245 + 12_345) % 2 ** 31;
      const isEdge = (x >> 3) % 5 === 0 || (x - width / 2) ** 2 + (y - height / 2) ** 2 < 180;
      const at = (y * width + x) * channels;
      data[at] = isEdge ? 255 : Math.floor((x * 255) / width);
      data[at + 1] = isEdge ? (y * 7) % 256 : Math.floor((y * 255) / height);
      data[at + 2] = id === 'other' ? 255 - (noise % 256) : noise % 256;
      if (channels === 4) data[at + 3] = (x * 4 + y) % 256;
    }
  }
  const png = await sharp(data, { raw: { width, height, channels } }).png().toBuffer();
  return assetOf(id, png, 'image/png', `${id}.png`);
}

const sizeOf = ({ width, height }: Picture) => `${width} x ${height}`;

function difference(name: string, ours: Picture[], theirs: Picture[]): Difference {
  let [max, sum, count, differing] = [0, 0, 0, 0];
  for (const [index, own] of ours.entries()) {
    for (const [at, byte] of own.data.entries()) {
      const apart = Math.abs(byte - (theirs[index]?.data[at] ?? 0));
      max = Math.max(max, apart);
      sum += apart;
      count += 1;
      if (apart > 0) differing += 1;
    }
  }
  const size = [...new Set(ours.map(sizeOf))].join(', ');
  return { name, size, max, mean: sum / count, share: differing / count };
}

function markdown(rows: readonly Difference[]): string {
  const lines = rows.map(
    ({ name, size, max, mean, share }) =>
      `| ${name} | ${size} | ${max} | ${mean.toFixed(3)} | ${(share * 100).toFixed(1)} % |`,
  );
  return ['| Case | Size | Largest | Mean | Bytes that differ |', '|---|---|---|---|---|', ...lines, ''].join('\n');
}
