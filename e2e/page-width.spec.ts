import type { Page } from '@playwright/test';
import { ENGINE_TIME, runButton } from './console';
import { dropOn } from './dropping';
import { expect, test } from './fixtures';
import { flipping, growing } from './graphs';
import type { GatewayApi } from './gateway-api';
import type { TestFiles } from './test-files';

const WIDTHS = [320, 390, 1024, 1440];
const HEIGHT = 800;
/** A name that fits nowhere. */
const LONG = 'portrait-of-a-lighthouse-keeper-at-dawn_final_version_2_with-the-other-palette_and-more-steps';

test('no page is wider than its window, whatever it shows', async ({ page, api, files }) => {
  await expectFound(page);
  const content = await makeContent(page, api, files);
  const check = async (name: string) => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      // Polls: parts that measure themselves follow the width a little later.
      await expect.poll(() => page.evaluate(tooWide), { message: `${name} at ${width}`, timeout: 10_000 }).toEqual([]);
    }
  };
  for (const [name, address, shown] of pagesOf(content)) {
    await page.goto(`/local/${address}`);
    await expect(page.getByText(shown).filter({ visible: true }).first(), name).toBeVisible();
    await check(name);
  }

  await page.goto(`/local/jobs/${content.job}`);
  for (const tab of ['Inputs', 'Graph', 'Log', 'Details']) {
    await page.getByRole('tablist', { name: 'About this job' }).getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('tabpanel', { name: tab, exact: true })).toBeVisible();
    await check(`job, ${tab}`);
  }
  await page.goto(`/local/submit/${content.draftId}`);
  await expect(runButton(page)).toBeVisible();
  for (const step of ['Result', 'Graph', 'JSON']) {
    await page.getByRole('radiogroup', { name: 'Beside the form' }).getByRole('radio', { name: step }).click();
    await check(`editor, ${step}`);
  }
  await page.goto('/local/submit');
  await page.getByRole('button', { name: 'All drafts' }).click();
  await expect(page.getByRole('region', { name: 'Drafts' }).getByText(LONG).first()).toBeVisible();
  await check('all drafts');
  await page.goto('/local/jobs');
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await page.getByRole('menuitemradio', { name: 'Wall' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await check('wall');
  await checkPromptDialogs(page, check);
});

/** Each with a text that fits nowhere: a prompt that ran, a snippet, and a list of wildcards. */
async function checkPromptDialogs(page: Page, check: (name: string) => Promise<void>): Promise<void> {
  const open = async (name: string) => {
    await page.setViewportSize({ width: 1440, height: HEIGHT });
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type(name);
    await expect(page.getByRole('option', { selected: true })).toContainText(name);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name })).toBeVisible();
  };
  await open('Prompt history');
  await expect(page.getByRole('dialog').getByText(LONG)).toBeVisible();
  await check('prompt history');
  await page.keyboard.press('Escape');

  for (const [name, add, label] of [
    ['Snippets', 'New snippet', 'Text'],
    ['Wildcard lists', 'New list', 'Values'],
  ] as const) {
    await open(name);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: add }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill(LONG.slice(0, 30));
    await dialog.getByRole('textbox', { name: label }).fill(`${LONG}${LONG}`);
    await check(add);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText(LONG.slice(0, 30), { exact: true })).toBeVisible();
    await check(name);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
}

interface Content {
  draftId: string;
  batchId: string;
  job: string;
  /** Another one of the same workflow. */
  other: string;
  /** Of the job. */
  output: string;
  failed: string;
}

/** Pages by name: the path below the server, and a text that it shows once it has its content. */
function pagesOf(content: Content): readonly (readonly [string, string, string | RegExp])[] {
  return [
    ['home', 'submit', LONG],
    ['jobs', 'jobs', LONG],
    ['batches', 'batches', LONG],
    ['batch', `batches/${content.batchId}`, LONG],
    ['failed job', `jobs/${content.failed}`, LONG],
    ['compared jobs', `jobs?compare=${content.job},${content.other}`, LONG],
    ['gallery', 'assets', 'Gallery'],
    ['file', `assets?asset=${content.output}`, /^grown-/],
    ['uploads', 'assets?kind=uploads', LONG],
    ['catalog', 'models', /flow-field/],
    ['model', 'models/flowdeck/flow-field', /succeeded in/],
    ['runs of models', 'models/runs', /flow-field/],
    ['settings', 'settings', 'Diagnostics'],
  ];
}

/** A draft with many runs, a batch, a failed job and a run of a model, all with long names. */
async function makeContent(page: Page, api: GatewayApi, files: TestFiles): Promise<Content> {
  const broken = await api.upload(await files.write(`${LONG}.png`, 'no image'));
  const reference = { __type: 'core/ASSET', info: { id: broken.id } };
  const failed = await api.submit(flipping(reference), LONG);

  await page.goto('/local/submit');
  const zone = page.getByRole('region', { name: 'Open a workflow' });
  await dropOn(page, zone, await files.workflow(`${LONG}.json`, growing({ steps: 1, size: 64 })));
  await expect(runButton(page)).toBeVisible();
  const draftId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await page.getByRole('button', { name: 'Start options' }).click();
  const options = page.getByRole('dialog', { name: 'Start options' });
  await options.getByRole('textbox', { name: 'Runs' }).fill('12');
  await page.keyboard.press('Escape');
  await runButton(page).click();
  await expect.poll(async () => (await api.jobs()).length).toBeGreaterThan(12);

  await page.getByRole('textbox', { name: 'steps' }).focus();
  await page.keyboard.press('Control+.');
  await page.getByRole('radio', { name: 'Template 1' }).click();
  await page.getByRole('button', { name: 'Save…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('textbox', { name: 'steps' }).focus();
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  const dialog = page.getByRole('dialog', { name: 'Sweep' });
  await dialog.getByRole('textbox', { name: 'Values', exact: true }).fill('2 3 4 5');
  await dialog.getByRole('button', { name: 'Start 4 jobs' }).click();
  await page.waitForURL(/\/batches\//);
  const batchId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await expect(page.getByText('4 of 4 succeeded').first()).toBeVisible(ENGINE_TIME);

  const input = JSON.stringify({ width: 256, height: 256, prompt: LONG });
  await page.goto(`/local/models/flowdeck/flow-field#input=${encodeURIComponent(input)}`);
  await runButton(page).click();
  await expect(page.getByText(/succeeded in/).first()).toBeVisible(ENGINE_TIME);
  const ended = async () => (await api.jobs()).filter(({ status }) => status === 'succeeded').map(({ id }) => id);
  await expect.poll(async () => (await ended()).length, ENGINE_TIME).toBe(16);
  const [job = '', other = ''] = await ended();
  const output = (await api.job(job)).outputs?.[0]?.id ?? '';
  return { draftId, batchId, job, other, output, failed: failed.id };
}

/** The check itself finds what is wider than its place. */
async function expectFound(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: HEIGHT });
  const content = '<p>fits</p><p style="width: 500px">too wide</p>';
  await page.setContent(`<main style="overflow: hidden"><section style="height: 700px; overflow-y: auto">${content}`);
  expect(await page.evaluate(tooWide)).toEqual([expect.stringMatching(/^SECTION has 5\d\d px in \d+: P. “too wide”$/)]);
  // A dialog is lower than the window, and cuts off what is wider.
  await page.setContent(`<div role="dialog" style="width: 200px; overflow: hidden">${content}</div>`);
  expect(await page.evaluate(tooWide)).toEqual([expect.stringMatching(/^DIV has 500 px in 200: P. “too wide”$/)]);
  await page.setViewportSize({ width: 1440, height: HEIGHT });
}

/** Runs in the page: what is wider than its place, each with the element that reaches furthest. */
async function tooWide(): Promise<string[]> {
  // The page follows its new width within two frames.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const isPage = (element: Element) => {
    const { overflowY } = getComputedStyle(element);
    return /auto|scroll/.test(overflowY) && element.clientHeight > innerHeight / 2;
  };
  const places = [
    document.documentElement,
    ...document.querySelectorAll('main, main header, [role=dialog], [role=dialog] > *'),
    ...[...document.querySelectorAll('main *, [role=dialog] *')].filter(isPage),
  ];
  return places.flatMap((place) => {
    if (place.scrollWidth <= place.clientWidth) return [];
    let widest: Element = place;
    for (const element of place.querySelectorAll('*')) {
      if (element.getBoundingClientRect().right >= widest.getBoundingClientRect().right || widest === place) {
        widest = element;
      }
    }
    const { tagName, textContent } = widest;
    return [
      `${place.tagName} has ${place.scrollWidth} px in ${place.clientWidth}: ${tagName}.${widest.getAttribute('class') ?? ''} “${(textContent ?? '').slice(0, 40)}”`,
    ];
  });
}
