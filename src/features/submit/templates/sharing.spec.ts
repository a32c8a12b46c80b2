import { expect, it } from 'vitest';
import { assetReference } from '@contract/workflow/asset-references';
import type { Surface } from '@/api/surface';
import { EMPTY_TEMPLATE } from '@/domains/drafts/template';
import { makeSavedTemplate } from '@/domains/templates/saved-templates';
import { openTemplate } from './open-template';
import { shareTemplate } from './shared-text';

const surface: Surface = {
  id: 'studio',
  name: 'Studio',
  color: 'gray',
  baseUrl: 'https://studio.example',
  routerBaseUrl: null,
  kind: 'gateway',
};
const image = assetReference({ id: 'a1' });
const workflowText = JSON.stringify({ '3': { class_type: 'LoadImage', inputs: { image } } });
const documentOf = (title: string) => ({ template: { ...EMPTY_TEMPLATE, title }, workflowText, seedModes: {} });

it.each([
  ['Portrait', 'Portrait.flowdeck.json'],
  ['a/b: "c"?', 'a b c.flowdeck.json'],
  ['..', 'template.flowdeck.json'],
  ['x'.repeat(100), `${'x'.repeat(80)}.flowdeck.json`],
])('names the file of %j so that every system accepts it', async (title, fileName) => {
  const shared = await shareTemplate(documentOf(title), 'https://deck.example/local/submit');
  expect(shared.fileName).toBe(fileName);
  expect(shared.url).toMatch(/^https:\/\/deck\.example\/local\/submit#template=[\w-]+$/);
  expect(shared.text).not.toContain('a1');
});

it('opens a saved template with its files on their own server only', async () => {
  const own = await makeSavedTemplate('studio', documentOf('Mine'));
  expect((await openTemplate(surface, own)).text).toBe(workflowText);
  const other = await makeSavedTemplate('local', documentOf('Mine'));
  expect(JSON.parse((await openTemplate(surface, other)).text)).toMatchObject({ '3': { inputs: { image: '' } } });
});
