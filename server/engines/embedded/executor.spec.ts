import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUpImageLibrary } from '../../images/image-library';
import type { EngineEvent, RunAsset, RunOutcome } from '../engine';
import { EMBEDDED_DEFINITIONS } from './definitions';
import { Executor } from './executor';
import { NODE_IMPLEMENTATIONS } from './node-implementations';
import {
  bytesOf,
  graphOf,
  nodeStates,
  outputsOf,
  reference,
  temporaryFolder,
  uploaded,
  workflow,
} from './testing/engine-run';
import { pngChunks, pngHeader, pngText } from './testing/png-chunks';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  setUpImageLibrary();
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

let runs = 0;

interface Finished {
  outcome: RunOutcome;
  events: EngineEvent[];
}

async function execute(
  text: string,
  assets: readonly RunAsset[] = [],
  options: { executor?: Executor; signal?: AbortSignal; onEvent?: (event: EngineEvent) => void } = {},
): Promise<Finished> {
  const { executor = new Executor(), signal = new AbortController().signal, onEvent } = options;
  const events: EngineEvent[] = [];
  runs += 1;
  const outcome = await executor.run(
    {
      jobId: 'job-1',
      graph: graphOf(text),
      workflowText: text,
      assets: new Map(
        assets.map(({ id, path, blob, filePath }) => [
          id,
          { name: filePath ?? id, blob, content: { path: path ?? '' } },
        ]),
      ),
      keep: async (bytes) => ({ bytes }),
    },
    (event) => {
      events.push(event);
      onEvent?.(event);
    },
    signal,
  );
  return { outcome, events };
}

async function pixels(png: Uint8Array): Promise<{ width: number; height: number; data: number[] }> {
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: [...data] };
}

async function loaded(asset: RunAsset, slot: 0 | 1): Promise<Finished> {
  const nodes: Parameters<typeof workflow>[0] =
    slot === 0
      ? {
          '1': ['LoadImage', { image: reference(asset) }],
          '2': ['SaveImage', { images: ['1', 0], filename_prefix: 'a' }],
        }
      : {
          '1': ['LoadImage', { image: reference(asset) }],
          '3': ['MaskToImage', { mask: ['1', 1] }],
          '2': ['SaveImage', { images: ['3', 0], filename_prefix: 'a' }],
        };
  return execute(workflow(nodes), [asset]);
}

const red = { width: 2, height: 1, batch_size: 1, color: 0xff0000 };

function dot(): Promise<Uint8Array> {
  return sharp({ create: { width: 1, height: 1, channels: 3, background: '#010203' } })
    .png()
    .toBuffer();
}

function chain(radius: number): string {
  return workflow({
    '1': ['EmptyImage', { ...red, width: 8, height: 8 }],
    '2': ['ImageBlur', { image: ['1', 0], blur_radius: radius, sigma: 1 }],
    '3': ['SaveImage', { images: ['2', 0], filename_prefix: 'a' }],
    '9': ['ImageInvert', { image: ['1', 0] }],
  });
}

function growth(steps: number, seed = '7'): string {
  return workflow({
    '5': [
      'FlowdeckReactionDiffusion',
      { seed: 1, width: 128, height: 96, steps, feed: 0.0545, kill: 0.062, scale: 2, palette: 'coral' },
    ],
    '6': ['SaveImage', { images: ['5', 0], filename_prefix: 'coral' }],
  }).replace('"seed": 1', `"seed": ${seed}`);
}

describe('the classes', () => {
  it('all have a definition and an implementation', () => {
    expect([...NODE_IMPLEMENTATIONS.keys()].sort()).toEqual(Object.keys(EMBEDDED_DEFINITIONS).sort());
  });
});

describe('LoadImage', () => {
  it('rotates a photo by its EXIF orientation', async () => {
    const wide = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#336699' } })
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { outcome, events } = await loaded(await uploaded(folder.path, 'turned.jpg', wide), 0);
    expect(outcome).toEqual({ kind: 'succeeded' });
    expect(await pixels(await bytesOf(outputsOf(events)[0]))).toMatchObject({ width: 20, height: 40 });
  });

  it('retains the colors of transparent pixels and returns 1 - alpha as mask', async () => {
    const data = Uint8Array.from([10, 20, 30, 255, 40, 50, 60, 0, 70, 80, 90, 100]);
    const png = await sharp(data, { raw: { width: 3, height: 1, channels: 4 } })
      .png()
      .toBuffer();
    const asset = await uploaded(folder.path, 'alpha.png', png);
    const image = await loaded(asset, 0);
    expect((await pixels(await bytesOf(outputsOf(image.events)[0]))).data).toEqual([
      10, 20, 30, 40, 50, 60, 70, 80, 90,
    ]);
    const shape = await loaded(asset, 1);
    expect((await pixels(await bytesOf(outputsOf(shape.events)[0]))).data).toEqual([
      0, 0, 0, 255, 255, 255, 155, 155, 155,
    ]);
  });

  it('returns an empty 64 × 64 mask for opaque images, and reads gray and 16-bit images', async () => {
    const grey = await sharp(Uint8Array.from([7, 200]), { raw: { width: 2, height: 1, channels: 1 } })
      .toColourspace('b-w')
      .png()
      .toBuffer();
    const asset = await uploaded(folder.path, 'grey.png', grey);
    const image = await loaded(asset, 0);
    expect((await pixels(await bytesOf(outputsOf(image.events)[0]))).data).toEqual([7, 7, 7, 200, 200, 200]);
    const shape = await loaded(asset, 1);
    expect(await pixels(await bytesOf(outputsOf(shape.events)[0]))).toMatchObject({ width: 64, height: 64 });
    const deep = await sharp(Uint16Array.from([0, 65_535, 32_896]), { raw: { width: 1, height: 1, channels: 3 } })
      .toColourspace('rgb16')
      .png()
      .toBuffer();
    const wide = await loaded(await uploaded(folder.path, 'deep.png', deep), 0);
    expect((await pixels(await bytesOf(outputsOf(wide.events)[0]))).data).toEqual([0, 255, 128]);
  });

  it('reads all frames of an animation as a batch', async () => {
    const strip = Uint8Array.from([255, 0, 0, 0, 255, 0, 0, 0, 255]);
    const gif = await sharp(strip, { raw: { width: 1, height: 3, channels: 3, pageHeight: 1 } })
      .gif({ loop: 0 })
      .toBuffer();
    const { events } = await loaded(await uploaded(folder.path, 'moving.gif', gif), 0);
    expect(outputsOf(events).map(({ name }) => name)).toEqual(['a_00001_.png', 'a_00002_.png', 'a_00003_.png']);
    expect((await pixels(await bytesOf(outputsOf(events)[1]))).data).toEqual([0, 255, 0]);
  });

  const text = new TextEncoder().encode('This is no picture at all.');
  it.each([
    ['empty.png', new Uint8Array(0), 'empty.png is empty (0 bytes)'],
    ['text.png', text, 'text.png is not an image that this engine can read (unknown format)'],
    [
      'bomb.png',
      pngHeader(30_000, 30_000),
      'bomb.png is too large: 30000 × 30000 pixels make 900 megapixels, and this engine reads at most 100',
    ],
    [
      'drawing.svg',
      new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      'drawing.svg is not an image that this engine can read (unknown format)',
    ],
    [
      'drawing.png',
      new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><broken'),
      'drawing.png is not an image that this engine can read (unknown format)',
    ],
    [
      'deep.png',
      pngHeader(9000, 9000, { depth: 16, colorType: 6 }),
      'deep.png is too large: decoded it takes 648 MB, and this engine reads at most 400 MB; save it with 8 bits per channel',
    ],
  ])('says in a sentence what is wrong with %s', async (name, bytes, message) => {
    const { outcome, events } = await loaded(await uploaded(folder.path, name, bytes), 0);
    expect(outcome).toMatchObject({
      kind: 'failed',
      error: { code: 'node_execution_error', node_id: '1', class_type: 'LoadImage', message },
    });
    expect(nodeStates(events)).toEqual(['1:running', '1:failed']);
  });

  it('reports an image that is truncated or missing', async () => {
    const whole = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#123456' } })
      .png()
      .toBuffer();
    const cut = await loaded(await uploaded(folder.path, 'cut.png', whole.subarray(0, whole.length - 40)), 0);
    expect(cut.outcome).toMatchObject({ error: { message: expect.stringMatching(/^cut\.png is damaged: /) } });
    const gone = await uploaded(folder.path, 'gone.png', whole);
    const missing = await loaded({ ...gone, path: `${folder.path}/nowhere` }, 0);
    expect(missing.outcome).toMatchObject({
      error: { message: 'gone.png is no longer on this machine; upload it again' },
    });
    const named = await execute(
      workflow({
        '1': ['LoadImage', { image: 'harbour.jpg' }],
        '2': ['SaveImage', { images: ['1', 0], filename_prefix: 'a' }],
      }),
    );
    expect(named.outcome).toMatchObject({ error: { message: expect.stringContaining('harbour.jpg not found') } });
  });

  it('exposes no local folder in the traceback', async () => {
    const { outcome } = await loaded(await uploaded(folder.path, 'text2.png', text), 0);
    const traceback = outcome.kind === 'failed' ? (outcome.error.traceback ?? '') : '';
    expect(traceback).toContain('LoadImage 1');
    expect(traceback).toContain('NodeFailure');
    expect(traceback).not.toMatch(/\/(?:work|tmp|home|root|usr)\//);
  });
});

describe('SaveImage', () => {
  it('embeds the workflow in the image, where readers of ComfyUI files expect it', async () => {
    const seed = '18446744073709551615';
    const text = workflow({
      '1': ['EmptyImage', red, 'größe 😀'],
      '2': ['SaveImage', { images: ['1', 0], filename_prefix: 'a' }],
    }).replace('"batch_size": 1', `"batch_size": 1, "note": ${seed}, "scale": 1.0`);
    const { events } = await execute(text);
    const png = await bytesOf(outputsOf(events)[0]);
    expect(
      pngChunks(png)
        .map(({ type }) => type)
        .slice(0, 2),
    ).toEqual(['IHDR', 'tEXt']);
    const carried = pngText(png, 'prompt') ?? '';
    expect(carried).toContain(seed);
    expect(carried).toContain('"scale": 1.0');
    expect(graphOf(carried)).toEqual(graphOf(text));
    expect((await pixels(png)).data).toEqual([255, 0, 0, 255, 0, 0]);
  });

  it('numbers files within a run, across nodes and batches, and flattens folders', async () => {
    const { events } = await execute(
      workflow({
        '1': ['EmptyImage', { ...red, batch_size: 2 }],
        '2': ['SaveImage', { images: ['1', 0], filename_prefix: 'runs/%width%' }],
        '3': ['SaveImage', { images: ['1', 0], filename_prefix: 'runs/%width%' }],
      }),
    );
    expect(outputsOf(events).map(({ nodeId, name }) => `${nodeId} ${name}`)).toEqual([
      '2 runs-2_00001_.png',
      '2 runs-2_00002_.png',
      '3 runs-2_00003_.png',
      '3 runs-2_00004_.png',
    ]);
  });
});

describe('the other outputs', () => {
  it('PreviewImage uses the same file names in every run of a job, PreviewAny shows text', async () => {
    const text = workflow({
      '1': ['EmptyImage', red],
      '2': ['PreviewImage', { images: ['1', 0] }],
      '3': ['PrimitiveFloat', { value: 2.5 }],
      '4': ['PreviewAny', { source: ['3', 0] }],
      '5': ['PreviewAny', { source: ['1', 0] }],
    });
    const [first, second] = [await execute(text), await execute(text)];
    const names = outputsOf(first.events).map(({ name }) => name);
    expect(names[0]).toMatch(/^ComfyUI_temp_[a-z]{5}_00001_\.png$/);
    expect(outputsOf(second.events).map(({ name }) => name)).toEqual(names);
    const [, number, image] = outputsOf(first.events);
    expect(number).toMatchObject({ type: 'text', contentType: 'text/plain; charset=utf-8' });
    expect(new TextDecoder().decode(await bytesOf(number))).toBe('2.5');
    expect(new TextDecoder().decode(await bytesOf(image))).toBe('image 2 × 1');
  });
});

describe('SaveAnimatedWEBP', () => {
  it('writes one animated file with the embedded workflow', async () => {
    const text = workflow({
      '1': ['EmptyImage', { ...red, width: 12, height: 10 }],
      '2': ['ImageInvert', { image: ['1', 0] }, 'größe'],
      '3': ['ImageBatch', { image1: ['1', 0], image2: ['2', 0] }],
      '4': [
        'SaveAnimatedWEBP',
        { images: ['3', 0], filename_prefix: 'moving', fps: 8, lossless: true, quality: 80, method: 'default' },
      ],
    });
    const { outcome, events } = await execute(text);
    expect(outcome).toEqual({ kind: 'succeeded' });
    const [output] = outputsOf(events);
    expect(output).toMatchObject({ name: 'moving_00001_.webp', type: 'image', contentType: 'image/webp' });
    const bytes = await bytesOf(output);
    const metadata = await sharp(bytes).metadata();
    expect(metadata).toMatchObject({ format: 'webp', width: 12, height: 10, pages: 2, delay: [125, 125], loop: 0 });
    const exif = new TextDecoder('latin1').decode(metadata.exif);
    const carried = exif.slice(exif.indexOf('prompt:') + 'prompt:'.length).split('\0')[0] ?? '';
    expect(graphOf(carried)).toEqual(graphOf(text));
    const { data } = await sharp(bytes, { pages: -1 }).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3), ...data.subarray(360, 363)]).toEqual([255, 0, 0, 0, 255, 255]);
  });
});

describe('ImageScaleToTotalPixels', () => {
  it.each([
    [{}, [125, 84]],
    [{ resolution_steps: 1 }, [125, 84]],
    [{ resolution_steps: 8 }, [128, 80]],
    [{ resolution_steps: 64 }, [128, 64]],
    [{ resolution_steps: 256 }, [256, 256]],
  ])('with %j makes sides of %j', async (more, size) => {
    const text = workflow({
      '1': ['EmptyImage', { ...red, width: 30, height: 20 }],
      '2': ['ImageScaleToTotalPixels', { image: ['1', 0], upscale_method: 'area', megapixels: 0.01, ...more }],
      '3': ['GetImageSize', { image: ['2', 0] }],
      a: ['PreviewAny', { source: ['3', 0] }],
      b: ['PreviewAny', { source: ['3', 1] }],
    });
    const shown = await Promise.all(outputsOf((await execute(text)).events).map(bytesOf));
    expect(shown.map((bytes) => Number(new TextDecoder().decode(bytes)))).toEqual(size);
  });
});

describe('literals', () => {
  it('are converted like in ComfyUI', async () => {
    const text = workflow({
      '1': ['EmptyImage', { width: '30', height: 20.9, batch_size: true, color: ' 1_0 ' }],
      '2': ['GetImageSize', { image: ['1', 0] }],
      '3': ['StringConcatenate', { string_a: null, string_b: 5, delimiter: { __value__: ['x', 1] } }],
      '4': ['PrimitiveBoolean', { value: 'false' }],
      a: ['PreviewAny', { source: ['2', 0] }],
      b: ['PreviewAny', { source: ['2', 1] }],
      c: ['PreviewAny', { source: ['2', 2] }],
      d: ['PreviewAny', { source: ['3', 0] }],
      e: ['PreviewAny', { source: ['4', 0] }],
    });
    const { outcome, events } = await execute(text);
    expect(outcome).toEqual({ kind: 'succeeded' });
    const shown = await Promise.all(outputsOf(events).map(bytesOf));
    expect(shown.map((bytes) => new TextDecoder().decode(bytes))).toEqual(['30', '20', '1', "None['x', 1]5", 'True']);
  });
});

describe('values', () => {
  it('are joined, changed, counted and measured correctly', async () => {
    const text = workflow({
      '1': ['EmptyImage', { ...red, width: 30, height: 20, batch_size: 2 }],
      '2': ['ImageScaleToTotalPixels', { image: ['1', 0], upscale_method: 'area', megapixels: 0.01 }],
      '3': ['GetImageSize', { image: ['2', 0] }],
      '4': ['CaseConverter', { string: "they're 2nd-RATE", mode: 'Title Case' }],
      '5': ['StringTrim', { string: '  a$&b ', mode: 'Both' }],
      '6': ['StringReplace', { string: ['5', 0], find: 'b', replace: '$&' }],
      '7': ['StringConcatenate', { string_a: ['4', 0], string_b: ['6', 0], delimiter: ' | ' }],
      '8': ['StringLength', { string: 'ä😀' }],
      a: ['PreviewAny', { source: ['7', 0] }],
      b: ['PreviewAny', { source: ['8', 0] }],
      c: ['PreviewAny', { source: ['3', 0] }],
      d: ['PreviewAny', { source: ['3', 1] }],
      e: ['PreviewAny', { source: ['3', 2] }],
    });
    const { outcome, events } = await execute(text);
    expect(outcome).toEqual({ kind: 'succeeded' });
    const shown = await Promise.all(outputsOf(events).map(bytesOf));
    expect(shown.map((bytes) => new TextDecoder().decode(bytes))).toEqual([
      // sqrt(10485 / 600) is 4.18
      "They'Re 2Nd-Rate | a$&$&",
      '2',
      '125',
      '84',
      '2',
    ]);
  });
});

describe('a run', () => {
  it('runs only nodes that lead to an output, each after its sources', async () => {
    const { outcome, events } = await execute(chain(1));
    expect(outcome).toEqual({ kind: 'succeeded' });
    expect(nodeStates(events)).toEqual(['1:running', '1:done', '2:running', '2:done', '3:running', '3:done']);
  });

  it('caches unchanged nodes between runs, but always saves again', async () => {
    const executor = new Executor();
    await execute(chain(1), [], { executor });
    const same = await execute(chain(1), [], { executor });
    expect(nodeStates(same.events)).toEqual(['1:cached', '2:cached', '3:running', '3:done']);
    expect(outputsOf(same.events)).toHaveLength(1);
    const changed = await execute(chain(2), [], { executor });
    expect(nodeStates(changed.events)).toEqual(['1:cached', '2:running', '2:done', '3:running', '3:done']);
  });

  it('identifies a file by its content: the same id with other bytes is read again', async () => {
    const executor = new Executor();
    const asset = await uploaded(folder.path, 'dot.png', await dot());
    const text = workflow({
      '1': ['LoadImage', { image: reference(asset) }],
      '2': ['SaveImage', { images: ['1', 0], filename_prefix: 'a' }],
    });
    await execute(text, [asset], { executor });
    const again = await execute(text, [{ ...asset, id: asset.id }], { executor });
    expect(nodeStates(again.events)[0]).toBe('1:cached');
    const other = await execute(text, [{ ...asset, blob: 'other' }], { executor });
    expect(nodeStates(other.events)[0]).toBe('1:running');
  });

  it('limits its cache between runs', async () => {
    const executor = new Executor(100);
    await execute(chain(1), [], { executor });
    const again = await execute(chain(1), [], { executor });
    expect(nodeStates(again.events)[0]).toBe('1:running');
  });

  it('resizes the second image of a blend, like ComfyUI', async () => {
    const { outcome, events } = await execute(
      workflow({
        '1': ['EmptyImage', { ...red, width: 8, height: 8 }],
        '2': ['EmptyImage', { ...red, width: 3, height: 9, color: 0x0000ff }],
        '3': ['ImageBlend', { image1: ['1', 0], image2: ['2', 0], blend_factor: 0.5, blend_mode: 'normal' }],
        '4': ['SaveImage', { images: ['3', 0], filename_prefix: 'a' }],
      }),
    );
    expect(outcome).toEqual({ kind: 'succeeded' });
    const { data, width, height } = await pixels(await bytesOf(outputsOf(events)[0]));
    expect([width, height, ...data.slice(0, 3)]).toEqual([8, 8, 128, 0, 128]);
  });

  it('enforces bounds for linked values', async () => {
    const { outcome } = await execute(
      workflow({
        '1': ['EmptyImage', red],
        '2': ['PrimitiveInt', { value: 1_000_000 }],
        '3': ['ImageBlur', { image: ['1', 0], blur_radius: ['2', 0], sigma: 1 }],
        '4': ['SaveImage', { images: ['3', 0], filename_prefix: 'a' }],
      }),
    );
    expect(outcome).toMatchObject({ error: { node_id: '3', message: 'blur_radius is 1000000; at most 31' } });
  });

  it('rejects values that would not fit into memory', async () => {
    const { outcome } = await execute(
      workflow({
        '1': ['EmptyImage', { ...red, width: 16_384, height: 16_384 }],
        '4': ['SaveImage', { images: ['1', 0], filename_prefix: 'a' }],
      }),
    );
    expect(outcome).toMatchObject({
      error: { message: '16384 × 16384 pixels are more than this engine holds at once (100 megapixels)' },
    });
  });

  it('runs a chain of 10,000 nodes', { timeout: 30_000 }, async () => {
    const nodes: Parameters<typeof workflow>[0] = { n0: ['EmptyImage', { ...red, width: 1, height: 1 }] };
    for (let index = 1; index < 10_000; index += 1)
      nodes[`n${index}`] = ['ImageInvert', { image: [`n${index - 1}`, 0] }];
    nodes['end'] = ['SaveImage', { images: ['n9999', 0], filename_prefix: 'a' }];
    const { outcome, events } = await execute(workflow(nodes));
    expect(outcome).toEqual({ kind: 'succeeded' });
    expect((await pixels(await bytesOf(outputsOf(events)[0]))).data).toEqual([0, 255, 255]);
  });
});

describe('FlowdeckReactionDiffusion', () => {
  it('reports steps and previews, and produces the same bytes from the same seed', async () => {
    const first = await execute(growth(60, '18446744073709551615'));
    const steps = first.events.flatMap((event) => (event.kind === 'step' ? [event.step] : []));
    expect(steps.at(-1)).toBe(60);
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
    const preview = first.events.find((event) => event.kind === 'preview');
    expect(preview).toMatchObject({ nodeId: '5', contentType: 'image/jpeg' });
    expect((await sharp(preview?.kind === 'preview' ? preview.data : undefined).metadata()).width).toBe(64);
    const second = await execute(growth(60, '18446744073709551615'));
    const other = await execute(growth(60, '18446744073709551614'));
    const bytes = await Promise.all([first, second, other].map(({ events }) => bytesOf(outputsOf(events)[0])));
    expect(Buffer.compare(bytes[0] as Uint8Array, bytes[1] as Uint8Array)).toBe(0);
    const [a, b] = await Promise.all([pixels(bytes[0] as Uint8Array), pixels(bytes[2] as Uint8Array)]);
    expect(a.data).not.toEqual(b.data);
  });

  it('stops between steps after a cancellation', async () => {
    const abort = new AbortController();
    const { outcome, events } = await execute(growth(10_000), [], {
      signal: abort.signal,
      onEvent: (event) => {
        if (event.kind === 'step' && event.step >= 3) abort.abort();
      },
    });
    expect(outcome).toEqual({ kind: 'canceled' });
    expect(outputsOf(events)).toEqual([]);
    expect(nodeStates(events)).toEqual(['5:running']);
  });
});
