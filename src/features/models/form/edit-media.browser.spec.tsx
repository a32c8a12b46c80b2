import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { isObject, member } from '@contract/json/json-values';
import { createQueryClient } from '@/api/query-client';
import { LOCAL_SURFACE } from '@/api/surface';
import { dataTransferOf, drag } from '@/testing/open-draft';
import '@/testing/console-styles';
import { mountGateway, unmountGateway } from '@/testing/gateway';
import { pixelsOf } from '@/testing/pixels-of';
import { pngOf } from '@/testing/show-job';
import { bodyText } from '../schema/body';
import { compileForm } from '../schema/model-form';
import { initialInput } from '../schema/initial-value';
import { FormSession } from './state/form-session';
import { SchemaForm } from './schema-form';
import { modelDocument } from './testing/model-document';

beforeEach(async () => {
  await page.viewport(1280, 800);
  await mountGateway();
});
afterEach(unmountGateway);

it('crops an image and draws its mask, each as the document wants it', async () => {
  const { root } = compileForm(
    modelDocument({
      required: ['image', 'mask'],
      properties: {
        image: { type: 'string', description: 'A base64 image' },
        mask: { type: 'string', description: 'A base64 mask. Black pixels are replaced.' },
      },
    }),
  );
  const session = new FormSession(root, bodyText(initialInput(root)));
  const screen = await render(
    <QueryClientProvider client={createQueryClient()}>
      <SchemaForm
        session={session}
        surface={LOCAL_SURFACE}
        view="form"
        onViewChange={() => {}}
        code={null}
        onSubmit={() => {}}
      />
    </QueryClientProvider>,
  );
  const pixels = async (name: string) => {
    const { value } = session.store.getState().body;
    const text = isObject(value) ? member(value, name) : undefined;
    if (typeof text !== 'string' || text === '') return null;
    return pixelsOf(await (await fetch(`data:image/png;base64,${text}`)).blob());
  };
  const draw = screen.getByRole('button', { name: 'Draw mask' });
  await expect.element(draw).toHaveAttribute('aria-disabled', 'true');
  const [spot] = document.querySelectorAll('[data-drop-spot]');
  if (!spot) throw new Error('No input');
  drag(spot, dataTransferOf(new File([await pngOf(64, 48)], 'photo.png', { type: 'image/png' })), { drop: true });
  await expect.element(screen.getByText('photo.png')).toBeVisible();

  await screen.getByRole('button', { name: 'Crop image' }).click();
  const crop = screen.getByRole('dialog', { name: 'Crop image' });
  const width = crop.getByRole('textbox', { name: 'Width' });
  await width.fill('40');
  expect(crop.getByRole('tab').query()).toBeNull();
  width.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  await crop.getByRole('button', { name: 'Use the cropped image' }).click();
  await expect.element(screen.getByText('photo-edited.png')).toBeVisible();
  await expect.poll(() => pixels('image')).toMatchObject({ width: 40, height: 48 });

  await draw.click();
  const dialog = screen.getByRole('dialog', { name: 'Draw mask' });
  await expect.element(dialog.getByText(/40 × 48/)).toBeVisible();
  await expect
    .element(dialog.getByRole('combobox', { name: 'Painted area becomes' }))
    .toHaveTextContent('Black on white');
  await dialog.getByRole('application', { name: 'Mask' }).click();
  await dialog.getByRole('button', { name: 'Use this mask' }).click();
  await expect.element(screen.getByText('photo-mask.png')).toBeVisible();
  await expect.poll(() => pixels('mask')).toMatchObject({ width: 40, height: 48 });
  const mask = await pixels('mask');
  expect(mask?.at(20, 24)).toEqual([0, 0, 0, 255]);
  expect(mask?.at(2, 2)).toEqual([255, 255, 255, 255]);

  await screen.getByRole('button', { name: 'Restore original' }).click();
  await expect.poll(() => pixels('image')).toMatchObject({ width: 64, height: 48 });
});
