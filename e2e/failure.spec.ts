import { ENGINE_TIME, jobIdOf, openStartedJob, photoSlot, runButton } from './console';
import { dropOn } from './dropping';
import { expect, test } from './fixtures';
import { flipping } from './graphs';

for (const [what, content] of [
  ['a text that is called .png', 'this is a shopping list'],
  ['an empty .png', ''],
] as const) {
  test(`${what} is accepted, fails at LoadImage, and the job shows where and why`, async ({
    page,
    context,
    api,
    files,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/local/submit');
    const zone = page.getByRole('region', { name: 'Open a workflow' });
    await dropOn(page, zone, await files.workflow('flip.json', flipping()));
    await dropOn(page, photoSlot(page), await files.write('holiday.png', content));
    await expect(photoSlot(page).getByText(/^(?:Uploaded|Already uploaded)/)).toBeVisible();
    await runButton(page).click();
    await openStartedJob(page);

    const why = page.getByRole('region', { name: 'Why it failed' });
    await expect(why.getByRole('heading', { name: 'Your photo', exact: true })).toBeVisible(ENGINE_TIME);
    await expect(why).toContainText('LoadImage');
    await expect(why).toContainText('node_execution_error');
    await why.getByText('Traceback').click();
    await expect(why.getByRole('region', { name: 'Traceback' })).not.toBeEmpty();
    await page.getByRole('tab', { name: 'Graph' }).click();
    const graph = page.getByRole('application', { name: /^Graph of/ });
    await expect(graph.getByRole('group', { name: 'Your photo, node 10' })).toContainText('failed');
    await page.getByRole('button', { name: 'As table' }).click();
    const nodes = page.getByRole('list', { name: 'Nodes in order of execution' });
    await expect(nodes.getByRole('listitem').filter({ hasText: 'Your photo' })).toContainText('failed');

    const { status, error, outputs } = await api.job(jobIdOf(page));
    expect({ status, outputs }).toEqual({ status: 'failed', outputs: [] });
    expect(error).toMatchObject({ code: 'node_execution_error', node_id: '10', class_type: 'LoadImage' });
    expect(error?.traceback).toBeTruthy();
    await expect(why).toContainText(String(error?.message));

    await why.getByRole('button', { name: 'Copy report' }).click();
    const report = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(report).toContain(jobIdOf(page));
    expect(await report()).toContain(String(error?.message));
    expect(await report()).toContain('LoadImage');

    await page.getByRole('button', { name: 'Edit and run' }).click();
    await expect(page.getByRole('region', { name: 'Your photo' })).toBeVisible();
    await dropOn(page, photoSlot(page), await files.smallPhoto());
    await expect(photoSlot(page).getByText(/^Uploaded/)).toBeVisible();
    await runButton(page).click();
    await openStartedJob(page);
    await expect(page.getByRole('img', { name: /^Output flipped/ })).toBeVisible(ENGINE_TIME);
  });
}
