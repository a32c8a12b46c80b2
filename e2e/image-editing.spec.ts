import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expectAccessible } from './axe';
import { ENGINE_TIME, runButton } from './console';
import { dropOn } from './dropping';
import { expect, test } from './fixtures';
import { masking } from './graphs';

test('a dropped image is masked, and the engine reads the mask and the colors under it', async ({
  page,
  api,
  files,
}) => {
  const photo = await files.smallPhoto();
  await page.goto('/local/submit');
  await dropOn(
    page,
    page.getByRole('region', { name: 'Open a workflow' }),
    await files.workflow('mask.json', masking()),
  );
  for (const title of ['Your photo', 'Your mask']) {
    const card = page.getByRole('region', { name: title, exact: true });
    await dropOn(page, card.getByText('Drop your image here'), photo);
    await expect(card.getByText(/^(?:Uploaded|Already uploaded)/)).toBeVisible();
    await card.getByRole('button', { name: 'Edit image' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit image' });
    await dialog.getByRole('application', { name: 'Mask' }).click();
    if (title === 'Your photo') {
      await expectAccessible(page);
      await dialog.getByRole('tab', { name: 'Crop' }).click();
      await expectAccessible(page);
    }
    await dialog.getByRole('button', { name: 'Use the edited image' }).click();
    await expect(card.getByText('snapshot-edited.png')).toBeVisible();
    await expect(card.getByText(/^(?:Uploaded|Already uploaded)/)).toBeVisible();
  }
  await expect(
    page.getByText('A mask that you draw is in the channel “alpha”, and this node reads “red”.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Read “alpha”' }).click();
  await runButton(page).click();
  await expect.poll(async () => (await api.jobs()).map(({ status }) => status), ENGINE_TIME).toEqual(['succeeded']);

  const [job] = await api.jobs();
  const outputOf = async (prefix: string) => {
    const output = job?.outputs?.find(({ name }) => name.startsWith(prefix));
    if (!output) throw new Error(`There is no output ${prefix}`);
    const { data, info } = await sharp(await api.bytes(output.url))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
  };
  const before = await sharp(await readFile(photo))
    .removeAlpha()
    .raw()
    .toBuffer();
  const center = [...before.subarray((100 * 320 + 160) * 3, (100 * 320 + 160) * 3 + 3)];
  for (const prefix of ['mask', 'channel']) {
    const at = await outputOf(prefix);
    expect(at(160, 100)).toEqual([255, 255, 255]);
    expect(at(10, 10)).toEqual([0, 0, 0]);
  }
  expect((await outputOf('colors'))(160, 100)).toEqual(center);
});
