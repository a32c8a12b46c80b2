import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { readDraft } from '@/domains/drafts/drafts';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { openDraft } from '@/testing/open-draft';

const DEFINITIONS = {
  Canvas: {
    name: 'Canvas',
    input: {
      required: {
        fill: ['INT', { default: 0, min: 0, max: 0xffffff, step: 1, display: 'color' }],
        line: ['COLOR', { default: '#ffffff' }],
      },
    },
    output: ['IMAGE'],
    output_node: true,
  },
};

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1440, 900);
  gateway = await mountGateway();
  gateway.worker.use(http.get('*/console/object_info', () => HttpResponse.json(DEFINITIONS)));
});
afterEach(unmountGateway);

const canvas = (fill: unknown, line: unknown) => ({ '1': { class_type: 'Canvas', inputs: { fill, line } } });
const storedInputs = async (id: string) => JSON.parse((await readDraft(id))?.text ?? '{}')['1']?.inputs;

describe('a color', () => {
  it('of type INT is shown in hexadecimal, and sent as a number', async () => {
    const { screen, id } = await openDraft(canvas(0x1e90ff, '#00ff00'));
    const fill = screen.getByRole('textbox', { name: 'fill', exact: true });
    await expect.element(fill).toHaveValue('#1e90ff');
    await expect.element(screen.getByLabelText('Pick fill')).toHaveValue('#1e90ff');
    await screen.getByLabelText('Pick fill').fill('#ff8800');
    await expect.element(fill).toHaveValue('#ff8800');
    await expect.poll(() => storedInputs(id)).toEqual({ fill: 0xff8800, line: '#00ff00' });
    await fill.fill('#0f0');
    await expect.poll(() => storedInputs(id)).toMatchObject({ fill: 0x00ff00 });
    await fill.fill('green');
    await expect.element(fill).toHaveAccessibleDescription('This is not a color, such as #1e90ff.');
    expect(await storedInputs(id)).toMatchObject({ fill: 0x00ff00 });
  });

  it('of type COLOR is text', async () => {
    const { screen, id } = await openDraft(canvas(0, '#00FF00'));
    await expect.element(screen.getByRole('textbox', { name: 'line', exact: true })).toHaveValue('#00FF00');
    await screen.getByLabelText('Pick line').fill('#112233');
    await expect.poll(() => storedInputs(id)).toEqual({ fill: 0, line: '#112233' });
  });

  it('out of range is shown as its number, with the problem', async () => {
    const { screen } = await openDraft(canvas(0x1000000, '#000000'));
    const fill = screen.getByRole('textbox', { name: 'fill', exact: true });
    await expect.element(fill).toHaveValue('16777216');
    await expect.element(fill).toHaveAccessibleDescription(/At most 16777215/);
  });
});
