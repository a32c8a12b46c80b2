import { afterEach, expect, it } from 'vitest';
import { setCatalog } from '@/lib/i18n/messages';
import { modalityText } from './modality-text';

afterEach(() => setCatalog('en', {}));

it('modalities are named in the language of the console, and unknown ones as their document does', () => {
  setCatalog('de', { image: 'Bild', text: 'Text' });
  expect(['image', 'text', '3d', 'embedding', 'toString'].map(modalityText)).toEqual([
    'Bild',
    'Text',
    '3D',
    'embedding',
    'toString',
  ]);
});
