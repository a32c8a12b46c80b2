import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { ENGINE_TIME, photoSlot, toasts } from './console';
import { dragOver, dropOn, dropUnannounced } from './dropping';
import { expect, test } from './fixtures';
import { flipping, growing, savedCanvas } from './graphs';
import { pngWithText } from './png-with-text';

test('a workflow dropped on any page opens after an announcement, and nothing runs', async ({ page, api, files }) => {
  const workflow = await files.workflow('my own.json', growing({ seed: 41 }));
  for (const screen of ['submit', 'jobs', 'no-such-page']) {
    await page.goto(`/local/${screen}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const drag = await dragOver(page, page.getByRole('heading', { level: 1 }), [workflow]);
    await expect(page.getByText('Drop to open as a workflow')).toBeVisible();
    await expect(page.getByRole('status').getByText('Nothing runs until you press Run')).toBeVisible();
    await drag.drop();
    await expect(page).toHaveURL(/\/local\/submit\/[\da-f-]{36}$/);
    await expect(page.getByRole('heading', { level: 1, name: 'my own.json' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'seed' })).toHaveValue('41');
  }
  expect(await api.jobs()).toEqual([]);
});

test('files that are dropped or chosen before the app has loaded are opened by it', async ({
  browser,
  traffic,
  files,
}) => {
  const workflow = await files.workflow('early.json', growing({ seed: 41 }));
  const early = async (act: (page: Page) => Promise<void>) => {
    // Each with an empty cache.
    const context = await browser.newContext();
    const page = await context.newPage();
    const app = traffic.holdResponse('GET', /\/_app\/start-/);
    await page.goto(`${traffic.address}/local/submit`, { waitUntil: 'commit' });
    await expect(page.getByText('Drop a workflow, or a file with one embedded')).toBeVisible();
    await app.given;
    await act(page);
    app.deliver();
    await expect(page).toHaveURL(/\/local\/submit\/[\da-f-]{36}$/);
    await expect(page.getByRole('heading', { level: 1, name: 'early.json' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'seed' })).toHaveValue('41');
    await context.close();
  };
  await early((page) => dropUnannounced(page, workflow));
  await early(async (page) => {
    const chooser = page.waitForEvent('filechooser');
    const button = await page.getByText('Choose files').boundingBox();
    await page.mouse.click((button?.x ?? 0) + 10, (button?.y ?? 0) + 10);
    await (await chooser).setFiles(workflow);
  });
  await early((page) => page.locator('input[type=file]').setInputFiles(workflow));
});

test('an image saved by ComfyUI opens its workflow; on an input the user chooses between workflow and image', async ({
  page,
  api,
  files,
}) => {
  const plain = await readFile(await files.smallPhoto());
  const carrier = await files.write('ComfyUI_00042_.png', pngWithText(plain, 'prompt', JSON.stringify(flipping())));
  await page.goto('/local/submit');
  await dropOn(page, page.getByRole('region', { name: 'Open a workflow' }), carrier);
  await expect(page.getByRole('heading', { level: 1, name: 'ComfyUI_00042_.png' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Flip', exact: true })).toBeVisible();

  const drag = await dragOver(page, page.getByRole('heading', { name: 'Flip', exact: true }), [carrier]);
  await expect(page.getByText('Drop to use as input of Your photo')).toBeVisible();
  await drag.drop();
  const question = page.getByRole('dialog', { name: 'Use as input or open embedded workflow?' });
  await question.getByRole('button', { name: /Use as input of Your photo/ }).click();
  await expect(page.getByRole('region', { name: 'Your photo' }).getByText(/^Uploaded/)).toBeVisible();
  expect(await api.jobs()).toEqual([]);
});

test('an output is dragged from the job list, over Submit and a draft, to its input, and is not uploaded again', async ({
  page,
  api,
  traffic,
  files,
}) => {
  // A drag cannot scroll here: the drafts must be in view.
  await page.setViewportSize({ width: 1280, height: 1000 });
  const made = await api.submit(growing({ steps: 5, size: 64 }), 'Coral');
  await expect.poll(async () => (await api.job(made.id)).status, ENGINE_TIME).toBe('succeeded');
  await page.goto('/local/submit');
  await dropOn(
    page,
    page.getByRole('region', { name: 'Open a workflow' }),
    await files.workflow('flip.json', flipping()),
  );
  await expect(page.getByRole('heading', { level: 1, name: 'flip.json' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Jobs' }).click();

  const moveTo = async (target: Locator) => {
    const box = await target.boundingBox();
    if (!box) throw new Error('The target of the drag is not visible');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 5 });
  };
  const thumbnail = page.getByRole('listitem').filter({ hasText: 'Coral' }).getByRole('presentation').first();
  // Everything below is repeated while the page still loads and elements move; a browser repeats drags by itself.
  await expect(() => moveTo(thumbnail)).toPass();
  await page.mouse.down();
  await moveTo(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Submit' }));
  await expect(page.getByRole('status').getByText('Hold to open Submit')).toBeVisible();
  const draft = page.getByRole('link', { name: /^flip\.json/ });
  const slot = photoSlot(page);
  await expect(async () => {
    if (await draft.isVisible()) await moveTo(draft);
    await expect(slot).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(async () => {
    await moveTo(slot.getByText(/^Drop your image here/));
    await expect(page.getByText('Drop to use as input of Your photo')).toBeVisible({ timeout: 500 });
  }).toPass();
  traffic.forget();
  await page.mouse.up();
  await expect(slot.getByText(/^Already uploaded: 0 of/)).toBeVisible();
  await expect(slot.getByText(/^grown-7/).first()).toBeVisible();
  expect(traffic.count('POST', /\/api\/v2\/assets$/)).toBe(0);
  await expect(page.getByText(/^Drop to/)).not.toBeVisible();
});

test('a canvas that ComfyUI saved opens as a form, and runs', async ({ page, api, files }) => {
  await page.goto('/local/submit');
  const canvas = await files.write('canvas.json', JSON.stringify(savedCanvas()));
  await dropOn(page, page.getByRole('region', { name: 'Open a workflow' }), canvas);
  await expect(page.getByRole('heading', { level: 1, name: 'canvas.json' })).toBeVisible();
  await expect(toasts(page).getByText('Converted from the UI format')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'seed' })).toHaveValue('12');
  await expect(page.getByRole('textbox', { name: 'steps' })).toHaveValue('20');
  expect(await api.jobs()).toEqual([]);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect.poll(async () => (await api.jobs()).map(({ status }) => status)).toEqual(['succeeded']);
});

test('a video, a JPEG and an archive open with the workflows in them, and a list says what was in each', async ({
  page,
  api,
}) => {
  const saved = (name: string) => path.resolve('src/domains/workflow-files/testing/fixtures', name);
  await page.goto('/local/jobs');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  await dropOn(page, heading, saved('ffmpeg.mp4'));
  await expect(page.getByRole('heading', { level: 1, name: 'ffmpeg.mp4' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'filename_prefix' })).toHaveValue('ComfyUI');

  await page.goto('/local/jobs');
  await expect(heading).toBeVisible();
  await dropOn(page, heading, saved('exiftool-user-comment.jpg'), saved('a1111.png'), saved('python.zip'));
  await toasts(page).getByRole('button', { name: 'Show all files' }).first().click();
  const list = page.getByRole('dialog', { name: '6 files' });
  const row = (text: string) => list.getByRole('listitem').filter({ hasText: text });
  await expect(row('exiftool-user-comment.jpg')).toContainText('Workflow, opened as a draft');
  await expect(row('flows/one.json')).toContainText('Workflow, opened as a draft');
  await expect(row('a1111.png')).toContainText('Only generation settings in this image');
  await expect(row('a1111.png').getByRole('region', { name: 'Generation settings' })).toContainText('a red fox');
  await expect(row('2 other files in python.zip')).toContainText('Only JSON files, images, videos');
  expect(await api.jobs()).toEqual([]);
});

interface BadFile {
  what: string;
  name: string;
  content: string | Uint8Array;
  says: string;
  because: RegExp;
}

const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
/** Saved with another version of the class: the first value is no width. */
const editorFormat = {
  nodes: [{ id: 1, type: 'EmptyImage', pos: [0, 0], outputs: [], widgets_values: ['wide', 480, 1, 0] }],
  links: [],
  version: 0.4,
};

const badFiles: BadFile[] = [
  {
    what: "the editor's own format",
    name: 'canvas.json',
    content: JSON.stringify(editorFormat),
    says: 'This UI-format workflow cannot be converted',
    because: /choose Workflow → Export \(API\).*"wide" does not fit the input “width”/s,
  },
  {
    what: 'broken JSON',
    name: 'broken.json',
    content: '{\n  "1": {\n    "class_type": "EmptyImage",\n    "inputs": {,}\n  }\n}',
    says: 'This is not valid JSON',
    because: /line 4/i,
  },
  {
    what: 'an array',
    name: 'list.json',
    content: '[1, 2]',
    says: 'Not a workflow',
    because: /object|list|array/i,
  },
  {
    what: 'JSON 10,000 deep',
    name: 'deep.json',
    content: deep,
    says: 'This JSON is nested too deeply',
    because: /deep/,
  },
  {
    what: 'JSON of 50 MB',
    name: 'huge.json',
    content: `{"1":"${'x'.repeat(50_000_000)}"}`,
    says: 'File too large',
    because: /48 MiB; the limit is 32 MiB/,
  },
  {
    what: 'a text that is called .png',
    name: 'note.png',
    content: 'not a picture',
    says: 'Not a media file',
    because: /contains text that is not a workflow/,
  },
  { what: 'an empty file', name: 'empty.json', content: '', says: 'Empty file', because: /has no content/ },
];

test('each file that is not a workflow gets an explanation, and the page stays usable', async ({
  page,
  api,
  files,
}) => {
  await page.goto('/local/submit');
  const zone = page.getByRole('heading', { name: 'Drop a workflow, or a file with one embedded' });
  for (const { what, name, content, says, because } of badFiles) {
    await test.step(what, async () => {
      await dropOn(page, zone, await files.write(name, content));
      const reported = page.getByRole('alert').filter({ hasText: name });
      await expect(reported).toContainText(says);
      await expect(reported).toContainText(because);
    });
  }
  await dropOn(page, zone, await files.smallPhoto('plain.png'));
  await expect(page.getByRole('alert')).toContainText('No workflow in this image');
  await expect(page.getByRole('alert').getByRole('button', { name: 'Use in a workflow' })).toBeVisible();

  await page.goto('/local/jobs');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await dropOn(
    page,
    page.getByRole('heading', { level: 1 }),
    await files.write('canvas.json', JSON.stringify(editorFormat)),
  );
  await expect(toasts(page).getByText('canvas.json: This UI-format workflow cannot be converted')).toBeVisible();
  expect(await api.jobs()).toEqual([]);
});

test('a folder of two workflows becomes two drafts', async ({ page, api, files }) => {
  await files.workflow('set/one.json', growing({ seed: 1 }));
  await files.workflow('set/two.json', growing({ seed: 2 }));
  await page.goto('/local/submit');
  await dropOn(page, page.getByRole('region', { name: 'Open a workflow' }), `${files.folder}/set`);
  await expect(toasts(page).getByText('2 workflows opened as drafts')).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Submit' }).click();
  const drafts = page.getByRole('region', { name: 'Recent drafts' });
  await expect(drafts.getByRole('link', { name: /^one\.json/ })).toBeVisible();
  await expect(drafts.getByRole('link', { name: /^two\.json/ })).toBeVisible();
  expect(await api.jobs()).toEqual([]);
});

test('JSON from the clipboard opens wherever it is pasted, and in the dialog', async ({ page, context, api }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/local/jobs');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const text = JSON.stringify(growing({ seed: 99 }));
  await page.evaluate((json) => navigator.clipboard.writeText(json), text);
  // The paste handler is installed shortly after the page loads; only a test pastes earlier.
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+v');
    await expect(page.getByRole('heading', { level: 1, name: 'Pasted workflow' })).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(page.getByRole('textbox', { name: 'seed' })).toHaveValue('99');

  await page.goto('/local/submit');
  await page.getByRole('button', { name: 'Paste JSON' }).click();
  const dialog = page.getByRole('dialog', { name: 'Paste a workflow' });
  await dialog.getByRole('textbox', { name: 'Workflow JSON' }).fill('{ "1": }');
  await dialog.getByRole('button', { name: 'Open' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Workflow JSON' })).toHaveAccessibleDescription(
    /This is not valid JSON.*line 1/,
  );
  await expect(dialog.getByRole('textbox', { name: 'Workflow JSON' })).toHaveValue('{ "1": }');
  await dialog.getByRole('textbox', { name: 'Workflow JSON' }).fill(text);
  await dialog.getByRole('button', { name: 'Open' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pasted workflow' })).toBeVisible();
  expect(await api.jobs()).toEqual([]);
});
