import { describe, expect, it } from 'vitest';
import { parseJson } from '@contract/json/lossless';
import { compileForm } from '../../schema/model-form';
import { mediaField } from '../testing/make-field';
import { modelDocument } from '../testing/model-document';
import { findMaskedField, isMaskField, maskOutputOf } from './mask-field';

describe('an image input', () => {
  it.each([
    ['mask', ''],
    ['mask_image_url', ''],
    ['inpaintingMask', ''],
    ['region', 'A black and white mask; white is replaced.'],
    ['region', 'URL of the mask image'],
  ])('expects a mask if it is named %s and described as “%s”', (name, description) => {
    expect(isMaskField(mediaField([name], { description }))).toBe(true);
  });

  it.each([
    ['image', 'The mask is applied to this image.'],
    ['region', 'The picture to edit. Use mask to say where.'],
    ['unmasked', ''],
  ])('expects an image if it is named %s and described as “%s”', (name, description) => {
    expect(isMaskField(mediaField([name], { description }))).toBe(false);
  });

  it('expects no mask if it is for other media', () => {
    expect(isMaskField(mediaField(['mask_video'], { media: 'video' }))).toBe(false);
  });
});

describe('the painted area of a mask', () => {
  it.each([
    ['', 'white'],
    ['White areas are inpainted, black areas are kept.', 'white'],
    ['Black pixels will be replaced and white pixels kept.', 'black'],
    ['Where to draw; transparent parts are replaced.', 'transparent'],
  ])('described as “%s” becomes %s', (description, output) => {
    expect(maskOutputOf({ description })).toBe(output);
  });
});

describe('the image of a mask', () => {
  const image = { type: 'string', description: 'A base64 image' };
  const { root } = compileForm(
    modelDocument({
      properties: {
        image,
        style_image: image,
        mask: image,
        edits: {
          type: 'array',
          items: { type: 'object', properties: { photo: image, mask: image } },
        },
      },
    }),
  );
  const maskAt = (path: (string | number)[]) => mediaField(path);
  const pathOf = (path: (string | number)[], body: string) =>
    findMaskedField(root, maskAt(path), parseJson(body))?.path;

  it('is the first with a value, otherwise the first', () => {
    expect(pathOf(['mask'], '{"style_image":"iVBORw0KGgo"}')).toEqual(['style_image']);
    expect(pathOf(['mask'], '{"mask":"iVBORw0KGgo"}')).toEqual(['image']);
  });

  it('is the nearest one', () => {
    const body = '{"image":"iVBORw0KGgo","edits":[{"photo":"iVBORw0KGgo"},{"photo":"iVBORw0KGgo"}]}';
    expect(pathOf(['edits', 1, 'mask'], body)).toEqual(['edits', 1, 'photo']);
  });
});
