import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { makeJob, makeOutput } from '@/testing/job-fixtures';
import { pngOf, serveContent, showJob } from '@/testing/show-job';

let gateway: BrowserGateway;

beforeEach(async () => {
  gateway = await mountGateway();
});
afterEach(unmountGateway);

it.each([1024, 1100, 1280, 1440])(
  'the name of an output is not truncated to a single letter, %i px wide',
  async (width) => {
    await page.viewport(width, 800);
    serveContent(gateway, await pngOf(1920, 1280), 'image/png');
    const { screen } = await showJob(gateway, makeJob({ outputs: [makeOutput({ name: 'ink-print_00001_.png' })] }));
    await expect.element(screen.getByRole('button', { name: /^Zoom is/ })).toBeVisible();
    const name = screen.getByRole('region', { name: 'Outputs' }).getByTitle('ink-print_00001_.png').first();
    // "ink-print_00001_" takes about 130 px.
    await expect.poll(() => name.element().getBoundingClientRect().width).toBeGreaterThan(100);
  },
);
