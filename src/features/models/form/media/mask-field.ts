import type { JsonValue } from '@contract/json/lossless';
import type { MaskOutput } from '@/shared/image-editor/pixels/pack-mask';
import { valueIn } from '../../schema/body';
import type { Field, FieldPath, MediaField } from '../../schema/field';

const MASK_NAME = /(?:^|[^a-z])masks?(?:[^a-z]|$)/i;
const IMAGE_NAME = /image|img|photo|picture|frame/i;

/** Returns true for an image input that expects a mask, by its name or by its description. */
export function isMaskField({ media, path, title, description }: MediaField): boolean {
  if (media !== 'image') return false;
  // A wrapper such as `{data, mimeType}` has the name.
  const names = path.slice(-2).flatMap((step) => (typeof step === 'string' ? [spaced(step)] : []));
  if ([...names, title].some((name) => MASK_NAME.test(name))) return true;
  return !names.some((name) => IMAGE_NAME.test(name)) && isMaskDescription(description);
}

/** True for "URL of the mask" and "A black and white mask", but not for "The image to edit; use mask for …". */
function isMaskDescription(description: string): boolean {
  const [start = ''] = /\w[\w\s-]*/.exec(description) ?? [];
  return start.split(/\s+/, 6).some((word) => /^masks?\b/i.test(word));
}

/** `maskImage_2` becomes `mask Image_2`. */
function spaced(name: string): string {
  return name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll('_', ' ');
}

const BLACK_CHANGES = /\bblack\b[^.;]{0,60}(?:edit|inpaint|in-paint|replac|chang|fill|regenerat|modif|remov|redraw)/i;
const WHITE_CHANGES = /\bwhite\b[^.;]{0,60}(?:edit|inpaint|in-paint|replac|chang|fill|regenerat|modif|remov|redraw)/i;

/** Returns how the document wants the marked area; white, as most models do, if it does not say. */
export function maskOutputOf({ description }: Pick<MediaField, 'description'>): MaskOutput {
  if (/transparen|\balpha\b/i.test(description)) return 'transparent';
  const black = BLACK_CHANGES.exec(description);
  const white = WHITE_CHANGES.exec(description);
  return black && !(white && white.index <= black.index) ? 'black' : 'white';
}

const MAX_DEPTH = 4;

/**
 * Returns the image that a mask belongs to: the nearest one in the form, preferably one that has a value. `null` if the form has no
 * other image.
 */
export function findMaskedField(root: Field, mask: MediaField, body: JsonValue): MediaField | null {
  for (let length = mask.path.length - 1; length >= 0; length -= 1) {
    const found = fieldsAt(root, mask.path.slice(0, length)).flatMap((parent) => imagesIn(parent, MAX_DEPTH));
    const filled = found.find(({ path }) => isFilled(valueIn(body, path)));
    if (filled ?? found[0]) return filled ?? found[0] ?? null;
  }
  return null;
}

function isFilled(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value !== '';
}

function imagesIn(field: Field, depth: number): MediaField[] {
  if (field.kind === 'media') return field.media === 'image' && !isMaskField(field) ? [field] : [];
  if (depth === 0) return [];
  if (field.kind === 'object') return field.fields().flatMap((child) => imagesIn(child, depth - 1));
  if (field.kind === 'union') return field.branches.flatMap((branch) => imagesIn(branch.field(), depth - 1));
  return field.kind === 'array' ? imagesIn(field.item(0), depth - 1) : [];
}

/** Several for the branches of a union. */
function fieldsAt(field: Field, path: FieldPath): Field[] {
  if (field.kind === 'union') return field.branches.flatMap((branch) => fieldsAt(branch.field(), path));
  const [step, ...rest] = path;
  if (step === undefined) return [field];
  if (field.kind === 'array' && typeof step === 'number') return fieldsAt(field.item(step), rest);
  const child = field.kind === 'object' ? field.fields().find(({ name }) => name === step) : undefined;
  return child ? fieldsAt(child, rest) : [];
}
