import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Surface } from '@/api/surface';
import { mountGateway, unmountGateway } from '@/testing/gateway';
import { fieldsAt } from '../../schema/field';
import { compileForm } from '../../schema/model-form';
import { attachFile } from './attach-media';
import { modelDocument } from '../testing/model-document';

beforeEach(() => mountGateway());
afterEach(unmountGateway);

it('embeds a file in the body for a relayed server, whose URLs lead through this machine', async () => {
  const relay = `${location.origin}/console/relay/cloud`;
  const surface: Surface = {
    id: 'cloud',
    name: 'Cloud',
    kind: 'self-hosted',
    baseUrl: `${relay}/jobs`,
    routerBaseUrl: `${relay}/router`,
    remote: { jobs: 'https://cloud.example', router: 'https://cloud.example' },
  };
  const image = { type: 'string', format: 'uri', description: 'URL of an image, or a data URI.' };
  const { root } = compileForm(modelDocument({ properties: { image } }));
  const field = fieldsAt(root, ['image'])[0];
  if (field?.kind !== 'media') throw new Error('The input accepts no file');
  expect(field.ways).toContain('url');
  const file = new File(['meow'], 'cat.png', { type: 'image/png' });
  const attached = await attachFile(file, { field, surface, signal: new AbortController().signal }, 'relayed');
  expect(attached).toMatchObject({ value: `data:image/png;base64,${btoa('meow')}`, attachment: { way: 'data-uri' } });
});
