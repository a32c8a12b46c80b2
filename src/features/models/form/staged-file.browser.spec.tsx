import { http } from 'msw';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { uploadAsset } from '@/domains/assets/asset-upload';
import { createQueryClient } from '@/api/query-client';
import { LOCAL_SURFACE, type Surface } from '@/api/surface';
import { handOver, useHandOvers } from '@/shared/dialog-requests/hand-overs';
import '@/testing/console-styles';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { pngOf } from '@/testing/show-job';
import { bodyText } from '../schema/body';
import { compileForm } from '../schema/model-form';
import { initialInput } from '../schema/initial-value';
import { FormSession } from './state/form-session';
import { SchemaForm } from './schema-form';
import { modelDocument } from './testing/model-document';

let gateway: BrowserGateway;
beforeEach(async () => {
  gateway = await mountGateway();
});
afterEach(unmountGateway);

const document = modelDocument({
  required: ['image', 'voice'],
  properties: {
    image: { type: 'string', description: 'A base64 image' },
    voice: { type: 'string', description: 'Base64 encoded audio' },
  },
});

async function openForm(surface: Surface = LOCAL_SURFACE, shown = document) {
  const { root } = compileForm(shown);
  const session = new FormSession(root, bodyText(initialInput(root)));
  const screen = await render(
    <QueryClientProvider client={createQueryClient()}>
      <SchemaForm
        session={session}
        surface={surface}
        view="form"
        onViewChange={() => {}}
        code={null}
        onSubmit={() => {}}
      />
    </QueryClientProvider>,
  );
  return { session, screen };
}

it('offers a staged result on the inputs that accept it, and inserts it', async () => {
  const file = new File([await pngOf(4, 4)], 'hosted.png', { type: 'image/png' });
  const held = await uploadAsset(LOCAL_SURFACE, file, 'carried', new AbortController().signal);
  if (!held) throw new Error('The gateway took no picture');
  handOver('mediaFile', { surfaceId: 'local', asset: held.asset, name: 'hosted.png', media: 'image' });
  const { session, screen } = await openForm();
  await screen.getByRole('button', { name: 'Use hosted.png' }).click();
  await expect.poll(() => session.text).toMatch(/"image": ?"iVBORw0KGgo/);
  await expect.poll(() => useHandOvers.getState().mediaFile).toBeNull();
});

it('offers the library of a gateway, and inserts a file of it', async () => {
  const file = new File([await pngOf(4, 4)], 'earlier.png', { type: 'image/png' });
  await uploadAsset(LOCAL_SURFACE, file, 'earlier', new AbortController().signal);
  const { session, screen } = await openForm();
  const library = screen.getByRole('button', { name: 'From the library for image' });
  await library.click();
  await screen
    .getByRole('dialog')
    .getByRole('button', { name: /^earlier\.png/ })
    .click();
  await expect.poll(() => session.text).toMatch(/"image": ?"iVBORw0KGgo/);
  await expect.element(library).toHaveFocus();
});

it('offers no library of a server that does not list its files', async () => {
  const { screen } = await openForm({ ...LOCAL_SURFACE, kind: 'self-hosted' });
  await expect.element(screen.getByRole('button', { name: 'Choose an image for image' })).toBeVisible();
  expect(screen.getByRole('button', { name: /library/ }).elements()).toEqual([]);
});

it('pauses and resumes the upload of a file that is sent as a URL', async () => {
  let isHeld = false;
  const hold = () => {
    isHeld = true;
    return new Promise<never>(() => {});
  };
  gateway.worker.use(http.post('*/api/v2/assets', hold, { once: true }));
  const properties = { image_url: { type: 'string', format: 'uri', description: 'URL of the image' } };
  const { session, screen } = await openForm(LOCAL_SURFACE, modelDocument({ properties, required: ['image_url'] }));
  const file = new File([await pngOf(4, 4)], 'sent.png', { type: 'image/png' });
  await userEvent.upload(screen.getByLabelText('File for image_url'), file);
  // Paused before it is sent, the file would be held after the pause instead.
  await expect.poll(() => isHeld).toBe(true);
  await screen.getByRole('button', { name: 'Pause' }).click();
  await expect.element(screen.getByText(/^Paused/)).toBeVisible();
  await screen.getByRole('button', { name: 'Resume' }).click();
  await expect.poll(() => session.text).toMatch(/"image_url": ?"http/);
});
