import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { DEVICES, ENGINE_TIME, photoSlot, runButton, toasts } from './console';
import { dragOver, dropOn } from './dropping';
import { expect, test } from './fixtures';
import { flipping, growing, scripted } from './graphs';

test('the check itself finds a control without a name, and text too faint in one of the themes', async ({ page }) => {
  const html = (body: string) => `<html lang="en"><title>Page</title><main><h1>Page</h1>${body}</main></html>`;
  await page.setContent(html(''));
  await expectAccessible(page);
  await page.setContent(html('<button></button>'));
  await expect(expectAccessible(page)).rejects.toThrow('dark: button-name');
  const style =
    '<style>p { color: #777; background: #000 } @media (prefers-color-scheme: light) { p { background: #888 } }</style>';
  await page.setContent(html(`${style}<p>Faint in the light theme</p>`));
  await expect(expectAccessible(page)).rejects.toThrow('light: color-contrast');
});

// Every screen and state has no accessibility violations in both themes (`expectAccessible`), on desktop and phone.
for (const [device, viewport] of DEVICES) {
  test.describe(`zero findings ${device}`, () => {
    test.use({ viewport, gatewayFlags: ['--engine', 'scripted', '--scripted-parallel', '4'] });

    test('Models: the catalog, no matches, a form with an error, a result, its history', async ({ page }) => {
      await page.goto('/local/models');
      const models = page.getByRole('list', { name: 'Models', exact: true });
      await expect(
        models.getByText('Paints thousands of strokes').or(models.getByText('image')).first(),
      ).toBeAttached();
      await expectAccessible(page);
      await page.getByRole('searchbox', { name: 'Search models' }).fill('nothing like it');
      await expect(page.getByRole('heading', { name: 'No matching models' })).toBeVisible();
      await expectAccessible(page);
      await page.goto('/local/models/flowdeck/digest');
      await runButton(page).click();
      await expect(page.getByText(/to correct/).filter({ visible: true })).toBeVisible();
      await expectAccessible(page);
      await page.goto(`/local/models/flowdeck/flow-field#input=${encodeURIComponent('{"width":256,"height":256}')}`);
      await runButton(page).click();
      const result = page.getByRole('region', { name: 'Result', exact: true });
      await expect(result.getByText(/succeeded in/)).toBeVisible(ENGINE_TIME);
      await expectAccessible(page);
      await result.getByRole('button', { name: 'Show the whole history' }).click();
      await expect(page.getByRole('list', { name: 'Runs', exact: true })).toBeVisible();
      await expectAccessible(page);
    });

    test('Submit: empty, dragged over, with a problem, pasting, with drafts, with a toast', async ({ page, files }) => {
      await page.goto('/local/submit');
      await expect(page.getByRole('button', { name: /Soften and frame/ })).toBeVisible();
      await expectAccessible(page);
      const zone = page.getByRole('heading', { name: 'Drop a workflow, or a file with one embedded' });
      const drag = await dragOver(page, zone, [await files.write('broken.json', '{')]);
      await expect(page.getByText('Drop to open as a workflow')).toBeVisible();
      await expectAccessible(page);
      await drag.drop();
      await expect(page.getByRole('alert')).toContainText('This is not valid JSON');
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Paste JSON' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await dropOn(page, zone, await files.workflow('mine.json', growing()));
      await expect(page.getByRole('heading', { level: 1, name: 'mine.json' })).toBeVisible();
      await page.getByRole('link', { name: 'Submit' }).first().click();
      await expect(page.getByRole('link', { name: /^mine\.json/ })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'All drafts' }).click();
      await page.getByRole('button', { name: 'Delete the draft mine.json' }).click();
      await expect(toasts(page).getByText('Deleted the draft mine.json')).toBeVisible();
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(page.getByRole('link', { name: /^mine\.json/ })).toBeVisible();
      await expectAccessible(page);
    });

    test.describe('with the definitions of the embedded engine', () => {
      test.use({ gatewayFlags: ['--engine', 'embedded'] });

      test('the editor: as opened, with errors, a list and a menu open, a pending and an uploaded photo', async ({
        page,
        traffic,
        files,
      }) => {
        await openWorkflow(page, await files.workflow('flip.json', flipping()));
        await expectAccessible(page);
        await page.keyboard.press('ControlOrMeta+Enter');
        await expect(page.getByText('1 input to fix')).toBeVisible();
        await expectAccessible(page);
        const upload = traffic.holdBodies(/\/assets$/, 1_000_000);
        await dropOn(page, photoSlot(page), await files.photo());
        await expect(photoSlot(page).getByText(/of 11\.7 MiB/)).toBeVisible();
        await expectAccessible(page);
        upload.release();
        await expect(photoSlot(page).getByText(/^Uploaded/)).toBeVisible();
        await page.getByRole('combobox', { name: 'flip_method' }).click();
        await expect(page.getByRole('listbox')).toBeVisible();
        await expectAccessible(page);
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: device === 'on a phone' ? 'More actions' : '1 change' }).click();
        await expect(page.getByRole('menu')).toBeVisible();
        await expectAccessible(page);
        await page.keyboard.press('Escape');
        await openWorkflow(page, await files.workflow('grow.json', growing()));
        await page.getByRole('textbox', { name: 'steps' }).fill('0');
        await expect(page.getByText('1 input to fix')).toBeVisible();
        await expectAccessible(page);
      });
    });

    test('the result beside the form: a preview, an image, text, and a failure', async ({ page, files }) => {
      const open = async (name: string, ...nodes: Parameters<typeof scripted>) => {
        await page.goto('/local/submit');
        const zone = page.getByRole('heading', { name: 'Drop a workflow, or a file with one embedded' });
        await dropOn(page, zone, await files.workflow(name, scripted(...nodes)));
        await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      };
      const result = page.getByRole('complementary', { name: 'Result' });
      const runs = page.getByRole('region', { name: 'Started from this draft' });
      const steps = { steps: 2000, ms: 50, preview: true };
      await open('slow.json', ['ScriptSteps', steps], ['ScriptOutput', { type: 'image' }]);
      await runButton(page).click();
      await expect(result.getByRole('img', { name: 'Live preview of the running job' })).toBeVisible();
      await expectAccessible(page);
      await result.getByRole('button', { name: 'Cancel', exact: true }).click();
      await expect(runs.getByRole('radio', { name: /canceled/ })).toBeVisible();
      await open('image.json', ['ScriptOutput', { type: 'image' }], ['ScriptText', { text: 'a quiet lake' }]);
      await runButton(page).click();
      await expect(result.getByRole('img', { name: /^Output/ })).toBeVisible();
      await result.getByRole('button', { name: 'Star', exact: true }).click();
      await expectAccessible(page);
      await result.getByRole('button', { name: /^Show .*txt$/ }).click();
      await expect(result.getByText('a quiet lake')).toBeVisible();
      await expectAccessible(page);
      await open('failing.json', ['ScriptFail', { message: 'Out of memory' }]);
      await runButton(page).click();
      await expect(result.getByRole('region', { name: 'Why it failed' })).toBeVisible();
      await expectAccessible(page);
    });

    test('jobs: empty, every state, no matches, gateway unreachable', async ({ page, gateway, api }) => {
      await page.goto('/local/jobs');
      await expect(page.getByText('No jobs yet')).toBeVisible();
      await expectAccessible(page);
      for (const [title, graph] of [
        ['done', scripted(['ScriptOutput', { seed: 4 }])],
        ['broken', scripted(['ScriptFail', { message: 'No such colour' }])],
        ['moving', scripted(['ScriptSteps', { steps: 2, ms: 50 }], ['ScriptHang'])],
        ['stopping', scripted(['ScriptSlowStop', { ms: 600_000 }])],
        ['hanging', scripted(['ScriptHang'])],
        ['hanging too', scripted(['ScriptHang'])],
        ['waiting', scripted(['ScriptHang'])],
      ] as const) {
        const job = await api.submit(graph, title);
        if (title === 'stopping') {
          await expect.poll(async () => (await api.job(job.id)).status).toBe('running');
          await api.cancel(job);
        }
      }
      for (const status of ['succeeded', 'failed', 'running', 'canceling', 'queued']) {
        await expect(page.getByText(status, { exact: true }).first()).toBeVisible();
      }
      await expectAccessible(page);
      await page.goto('/local/jobs?status=canceled');
      await expect(page.getByText('No canceled jobs')).toBeVisible();
      await expectAccessible(page);
      await page.goto('/local/jobs');
      await expect(page.getByRole('link', { name: 'done', exact: true })).toBeVisible();
      await gateway.kill();
      await expect(page.getByText('Flowdeck is not running.')).toBeVisible();
      await expectAccessible(page);
    });

    test('assets: empty, full, some selected, a zip, one opened, no matches', async ({ page, api }) => {
      await page.goto('/local/assets');
      await expect(page.getByText('No files yet')).toBeVisible();
      await expectAccessible(page);
      const job = await api.submit(scripted(['ScriptOutput', { seed: 4 }], ['ScriptText', { text: 'words' }]), 'made');
      await expect.poll(async () => (await api.job(job.id)).status).toBe('succeeded');
      await page.reload();
      await expect(page.getByRole('link', { name: 'Outputs 2' })).toBeVisible();
      const image = page.getByRole('button', { name: 'output.png', exact: true });
      await image.focus();
      await page.keyboard.press('x');
      await expect(page.getByText('1 file selected')).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Zip' }).click();
      await expect(page.getByRole('dialog', { name: 'Download 1 file' })).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Save as HTML page…' }).click();
      await expect(page.getByRole('dialog', { name: 'Save as HTML page' })).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'output.png, selected' }).click();
      await expect(page.getByRole('link', { name: 'made' })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Use in a workflow… output.png' }).click();
      await expect(page.getByRole('heading', { name: 'Use in a workflow' })).toBeVisible();
      await expectAccessible(page);
      await page.goto('/local/assets?kind=starred');
      await expect(page.getByText('No starred files')).toBeVisible();
      await expectAccessible(page);
    });

    test('a job: running, queued, canceled, failed and done, each tab, large, and the menu', async ({ page, api }) => {
      const done = await api.submit(
        scripted(
          ['ScriptLog', { message: 'told', lines: 3 }],
          ['ScriptOutput', { seed: 4 }],
          ['ScriptText', { text: 'words' }],
        ),
        'done',
      );
      await page.goto(`/local/jobs/${done.id}`);
      await expect(page.getByText('succeeded', { exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Show output.png' })).toBeVisible();
      for (const tab of ['Inputs', 'Graph', 'Log', 'Details', 'Workflow', 'JSON']) {
        await page.getByRole('tab', { name: tab }).click();
        await expect(page.getByRole('tabpanel', { name: tab })).not.toBeEmpty();
        await expectAccessible(page);
      }
      await page.getByRole('button', { name: 'Show output.png' }).click();
      await page.getByRole('button', { name: 'Open large', exact: true }).first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'More actions' }).click();
      await expect(page.getByRole('menu')).toBeVisible();
      await expectAccessible(page);

      const running = await api.submit(
        scripted(['ScriptSteps', { steps: 1, ms: 1, preview: true }], ['ScriptHang']),
        'run',
      );
      await page.goto(`/local/jobs/${running.id}`);
      await expect(page.getByText('running', { exact: true }).first()).toBeVisible();
      await expectAccessible(page);
      await api.cancel(running);
      await expect(page.getByText('canceled', { exact: true })).toBeVisible();
      await expectAccessible(page);

      const failed = await api.submit(
        scripted(['ScriptOutput', {}], ['ScriptFail', { message: 'No such colour' }]),
        'no',
      );
      await page.goto(`/local/jobs/${failed.id}`);
      await page.getByText('Traceback').click();
      await expectAccessible(page);
    });

    test('two outputs compared, selected jobs and their actions, the outbox', async ({ page, api }) => {
      const pair = await api.submit(
        scripted(['ScriptOutput', { seed: 4, name: 'one.png' }], ['ScriptOutput', { seed: 5, name: 'two.png' }]),
        'pair',
      );
      await page.goto(`/local/jobs/${pair.id}`);
      await page.getByRole('button', { name: 'Compare', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Compare' });
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Side by side' }).click();
      await expect(dialog.getByRole('group', { name: /^Left: / })).toBeVisible();
      await expectAccessible(page);
      await page.goto('/local/jobs');
      await page.getByRole('checkbox', { name: 'Select pair' }).check();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Run again', exact: true }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.keyboard.press('g');
      await page.keyboard.press('o');
      await expect(page.getByRole('dialog', { name: 'Outbox' })).toBeVisible();
      await expectAccessible(page);
    });

    test('a job with a star and a tag, the list and the wall of those, saving the view, and models side by side', async ({
      page,
      api,
    }) => {
      const kept = await api.submit(scripted(['ScriptOutput', { seed: 4, name: 'one.png' }]), 'kept');
      await page.goto('/local/jobs');
      const menu = page.getByRole('button', { name: 'More actions for kept' });
      await menu.click();
      await page.getByRole('menuitem', { name: 'Star' }).click();
      await menu.click();
      await page.getByRole('menuitem', { name: 'Rating and tags…' }).click();
      await page.getByRole('textbox', { name: 'New tag' }).fill('best');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('button', { name: 'Remove tag best' })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Done' }).click();
      await page.goto('/local/jobs?tags=best');
      await expect(page.getByRole('img', { name: 'Starred' })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'View', exact: true }).click();
      await page.getByRole('menuitemradio', { name: 'Wall' }).click();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menu')).toHaveCount(0);
      await expect(page.getByRole('img', { name: 'Starred' })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Saved views' }).click();
      await page.getByRole('menuitem', { name: 'Save view…' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page);
      await page.goto(`/local/jobs/${kept.id}`);
      await expect(page.getByRole('button', { name: 'Star', exact: true })).toHaveAttribute('aria-pressed', 'true');
      await expectAccessible(page);
      await page.goto('/local/models/flowdeck/flow-field');
      await page.getByRole('button', { name: 'Compare models' }).click();
      await expect(page.getByRole('dialog').getByRole('checkbox').first()).toBeVisible();
      await expectAccessible(page);
    });

    test('a queued job, an unknown job, a missing page, a missing draft, an unconfirmed run', async ({
      page,
      traffic,
      api,
      files,
    }) => {
      for (let taken = 0; taken < 4; taken += 1) await api.submit(scripted(['ScriptHang']), `runs ${taken}`);
      const queued = await api.submit(scripted(['ScriptHang']), 'waits');
      await page.goto(`/local/jobs/${queued.id}`);
      await expect(page.getByText('next in queue').first()).toBeVisible();
      await expectAccessible(page);
      for (const address of ['jobs/00000000-0000-4000-8000-000000000000', 'no-such-screen', 'submit/gone']) {
        await page.goto(`/local/${address}`);
        await expect(page.getByText(/Job not found|Page not found|Draft not found/)).toBeVisible();
        await expectAccessible(page);
      }
      await openWorkflow(page, await files.workflow('mine.json', scripted(['ScriptText', { text: 'x' }])));
      const response = traffic.holdResponse('POST', /\/jobs$/);
      await runButton(page).click();
      await response.given;
      traffic.cut(/\/api\/v2\/jobs/);
      response.lose();
      await expect(page.getByText('Unconfirmed').first()).toBeVisible();
      await expectAccessible(page);
      traffic.mend();
      await expect(page.getByText('Unconfirmed')).toHaveCount(0, ENGINE_TIME);
    });
  });
}

async function openWorkflow(page: Page, workflow: string): Promise<void> {
  await page.goto('/local/submit');
  await dropOn(page, page.getByRole('region', { name: 'Open a workflow' }), workflow);
  await expect(runButton(page)).toBeVisible();
}
