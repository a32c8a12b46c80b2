import { expect, it } from 'vitest';
import { EMPTY_TEMPLATE } from '@/domains/drafts/template';
import { SD15 } from '@contract/workflow/generation-inputs/testing/known-workflows';
import type { SavedTemplate } from '@/domains/templates/saved-template';
import { nearestTemplate } from './nearest-template';

function saved(id: string, workflow: object): SavedTemplate {
  const dates = { createdAt: 1, updatedAt: 1 };
  const template = { ...EMPTY_TEMPLATE, title: id };
  return {
    id,
    surfaceId: 'local',
    template,
    workflowText: JSON.stringify(workflow),
    seedModes: {},
    structure: '',
    ...dates,
  };
}

const PHOTO = { '1': { class_type: 'Soften', inputs: { seed: 1, strength: 2 } } };
const SETTINGS = { prompt: 'a red fox', negative: 'text', seed: '18446744073709551615', steps: '30', width: '640' };

it('fills the template that has inputs for most of the settings, with every digit', () => {
  const found = nearestTemplate([saved('photo', PHOTO), saved('fox', SD15)], SETTINGS, null);
  expect(found?.template.id).toBe('fox');
  expect(found?.template.workflowText).toContain('"text":"a red fox"');
  expect(found?.template.workflowText).toContain('"seed":18446744073709551615');
  expect(found?.match.used).toEqual(['prompt', 'negative', 'seed', 'steps', 'width']);
  expect(found?.match.unused).toEqual([]);
});

it('finds none if no template has an input for any of them', () => {
  expect(nearestTemplate([saved('photo', PHOTO)], { prompt: 'a red fox' }, null)).toBeNull();
  expect(nearestTemplate([saved('broken', [])], SETTINGS, null)).toBeNull();
});
