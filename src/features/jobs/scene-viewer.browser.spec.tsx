import { Mesh, type MeshStandardMaterial } from 'three';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { makeJob, makeOutput } from '@/testing/job-fixtures';
import { serveContent, showJob } from '@/testing/show-job';
import { withMotion } from '@/testing/with-motion';
import { loadScene } from '@/shared/viewer/scene/load-scene';
import { readScene } from '@/shared/viewer/scene/use-scene';
import {
  dracoGltf,
  fbxText,
  gltf,
  meshoptGltf,
  movingGltf,
  usdText,
  usdz,
} from '@/shared/viewer/scene/testing/scene-files';

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1440, 900);
  gateway = await mountGateway();
});
afterEach(async () => {
  localStorage.removeItem('flowdeck.scenes.failed');
  await unmountGateway();
});

/** Each file has a unique URL, since results are cached by URL. */
async function showFile(
  file: string | Uint8Array<ArrayBuffer>,
  name: string,
  content_type = 'application/octet-stream',
) {
  serveContent(gateway, file, content_type);
  const output = makeOutput({ name, type: '3d', content_type });
  const { screen } = await showJob(gateway, makeJob({ outputs: [{ ...output, url: `${output.url}?${name}` }] }));
  return screen;
}

const TRIANGLE = '1 triangle · 1 material · 2 × 3 × 0';

describe('a 3D file', () => {
  it('is rendered, described in numbers, rotated with the keyboard, and shown as a wireframe', async () => {
    const screen = await showFile(gltf(), 'mesh.gltf', 'model/gltf+json');
    await expect.element(screen.getByText(TRIANGLE)).toBeVisible();
    const stage = screen.getByRole('group', { name: /^3D object mesh\.gltf/ }).element() as HTMLElement;
    const drawn = () => page.screenshot({ element: stage, save: false });
    stage.focus();
    const before = await drawn();
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    await expect.poll(drawn).not.toBe(before);
    const wires = screen.getByRole('button', { name: 'Wires' });
    await wires.click();
    await expect.element(wires).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByRole('button', { name: 'Play' }).query()).toBeNull();
  });

  it.each([
    ['compressed with Draco', 'draco.gltf', dracoGltf()],
    ['compressed with meshopt', 'meshopt.gltf', meshoptGltf()],
    ['an FBX file', 'leaf.fbx', fbxText()],
    ['a USD file', 'leaf.usda', usdText()],
    ['a zipped USD file', 'leaf.usdz', usdz()],
  ])('is rendered if it is %s', async (_how, name, file) => {
    const screen = await showFile(file, name);
    await expect.element(screen.getByText(TRIANGLE)).toBeVisible();
    expect(
      screen
        .getByRole('group', { name: /^3D object/ })
        .element()
        .querySelector('canvas'),
    ).not.toBeNull();
  });

  it('plays its animations, one at a time', async () => {
    await withMotion();
    const screen = await showFile(movingGltf(), 'moving.gltf');
    const moment = screen.getByRole('slider', { name: 'Moment' });
    const at = () => Number((moment.element() as HTMLInputElement).value);
    await expect.element(moment).toBeVisible();
    await expect.poll(at).toBeGreaterThan(0);
    await screen.getByRole('button', { name: 'Pause' }).click();
    await expect.element(screen.getByRole('button', { name: 'Play' })).toBeVisible();
    await screen.getByRole('combobox', { name: 'Which animation' }).click();
    await screen.getByRole('option', { name: 'Turn' }).click();
    await expect.element(moment).toHaveAttribute('aria-valuetext', '0:00.0 of 0:01.0');
    // A closed list returns the focus a moment later.
    await expect.element(screen.getByRole('combobox', { name: 'Which animation' })).toHaveFocus();
    (screen.getByRole('group', { name: /space plays$/ }).element() as HTMLElement).focus();
    await userEvent.keyboard(' ');
    await expect.element(screen.getByRole('button', { name: 'Pause' })).toBeVisible();
    await expect.poll(at).toBeGreaterThan(0);
  });

  it('that references other files is reported as such, and fetches none of them', async () => {
    const shapes = await showFile(gltf({ uri: 'shapes.bin' }), 'outside.gltf');
    await expect.element(shapes.getByText(/^Its shapes lie in other files \(shapes\.bin\)/)).toBeVisible();
    const skin = await showFile(fbxText('skin.png'), 'skinned.fbx');
    await expect.element(skin.getByText(/^Images in external files are omitted: skin\.png\./)).toBeVisible();
    // An empty image would be rendered black.
    const { object } = await loadScene(await new Blob([fbxText('skin.png')]).arrayBuffer(), 'model/fbx', 'a');
    expect(object.children[0]).toMatchObject({ material: { map: null } });
    const requests = performance.getEntriesByType('resource').map(({ name }) => name);
    expect(requests.filter((name) => /shapes\.bin|skin\.png/.test(name))).toEqual([]);
  });

  it('that is invalid is reported as such', async () => {
    const screen = await showFile('; FBX 7.3.0 project file\n', 'broken.fbx');
    await expect.element(screen.getByText(/^The file is damaged or not of the stated type/)).toBeVisible();
    await expect.element(screen.getByRole('link', { name: 'Download broken.fbx' })).toBeVisible();
  });

  it('shows its embedded images, decoded by the worker', async () => {
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const more = {
      images: [{ uri: `data:image/png;base64,${png}` }],
      textures: [{ source: 0 }],
      materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
    };
    const bytes = await new Blob([gltf({ primitive: { material: 0 }, more })]).arrayBuffer();
    const request = { bytes, contentType: 'model/gltf+json', name: 'a.gltf' };
    const { object } = await readScene(request, new AbortController().signal);
    const materials: MeshStandardMaterial[] = [];
    object.traverse((part) => {
      if (part instanceof Mesh) materials.push(part.material as MeshStandardMaterial);
    });
    expect(materials.map(({ map }) => map?.image)).toEqual([expect.any(ImageBitmap)]);
    expect(materials[0]?.map?.image).toMatchObject({ width: 1, height: 1 });
  });

  it('that failed once is not rendered again without a click, and does not stop the page', async () => {
    const bomb = gltf({ accessor: { bufferView: undefined, count: 300_000_000 } });
    const screen = await showFile(bomb, 'bomb.gltf');
    await expect.element(screen.getByText(/^It states 3\.35 GiB of shapes/)).toBeVisible();
    await screen.unmount();
    const again = await showFile(bomb, 'bomb.gltf');
    await expect.element(again.getByText(/could not be rendered on this device before.*3\.35 GiB/)).toBeVisible();
    await again.getByRole('button', { name: 'Try again' }).click();
    await expect.element(again.getByText(/^It states 3\.35 GiB of shapes/)).toBeVisible();
  });

  it('that is large requires confirmation', async () => {
    const output = makeOutput({ name: 'mesh.gltf', type: '3d', content_type: 'model/gltf+json' });
    const { screen } = await showJob(gateway, makeJob({ outputs: [{ ...output, size_bytes: 200 * 1024 * 1024 }] }));
    await expect.element(screen.getByText(/^It has 200 MiB\./)).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Show it' })).toBeVisible();
  });
});
