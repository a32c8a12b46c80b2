import { describe, expect, it } from 'vitest';
import { kindOf, planDrop, type DropContext, type DropItem, type DropSlot } from './plan-drop';

const json = { type: 'application/json' };
const image = { type: 'image/png' };
const audio = { type: 'audio/flac' };
const archive = { type: 'application/zip' };
const folder = { type: '' };

const photo: DropSlot = { key: 'photo', media: 'image', label: 'Photo 1' };
const mask: DropSlot = { key: 'mask', media: 'image', label: 'Mask 2' };
const track: DropSlot = { key: 'track', media: 'audio', label: 'Track 3' };
const anyFile: DropSlot = { key: 'any', media: 'file', label: 'File 4' };

function on(context: Partial<DropContext>): DropContext {
  const nothing = { slots: [], preferred: null, canRunEach: false, isLibrary: false, spot: null, isAlt: false };
  return { ...nothing, mediaChoice: 'ask', ...context };
}

/** A plan in short: `attach photo: image/png`. */
function planned(items: readonly DropItem[], context: Partial<DropContext>): string[] {
  return planDrop(items, on(context)).map((step) => {
    const types = (step.kind === 'attach' ? [step.item] : step.items).map(({ type }) => type || 'unknown').join(' ');
    if (step.kind === 'attach') return `attach ${step.slot.key} (embedded ${step.embedded}): ${types}`;
    if (step.kind === 'ask_runs') return `ask_runs ${step.slots.map(({ key }) => key).join()}: ${types}`;
    return step.kind === 'ignore' ? `ignore, ${step.because} ${types}` : `${step.kind}: ${types}`;
  });
}

const editor = { slots: [track, photo, mask], preferred: track, canRunEach: true };
const modelPage = { slots: [photo, mask], preferred: mask };
const field = { label: 'image', media: 'image' as const, several: 'ask' as const, slotKey: 'mask' };
const list = { label: 'Frames', media: 'image' as const, several: 'list' as const };
const dialog = { label: '', media: 'workflow' as const, several: 'none' as const };

describe('kindOf', () => {
  it.each<[DropItem, string]>([
    [json, 'workflow'],
    [{ type: '', name: 'flow.JSON' }, 'workflow'],
    [{ type: 'text/plain', name: 'flow.json' }, 'workflow'],
    [image, 'image'],
    [{ type: 'IMAGE/PNG' }, 'image'],
    [{ type: '', name: 'take.flac' }, 'audio'],
    [{ type: 'video/mp4', name: 'clip.mp4' }, 'video'],
    [archive, 'other'],
    [folder, 'unknown'],
    [{ type: '', name: 'model.safetensors' }, 'unknown'],
    [{ type: 'application/x-moz-file' }, 'unknown'],
    [{ type: 'application/x-moz-file', name: 'a.png' }, 'image'],
  ])('%o is %s', (item, kind) => expect(kindOf(item)).toBe(kind));
});

describe('planDrop', () => {
  it.each<[string, DropItem[], Partial<DropContext>, string[]]>([
    ['a workflow anywhere', [json], {}, ['open: application/json']],
    ['an image on a page without inputs', [image], {}, ['open: image/png']],
    ['a folder', [folder], editor, ['open: unknown']],
    ['several workflows', [json, json], editor, ['open: application/json application/json']],
    ['an image, with an empty audio input preferred', [image], editor, ['attach photo (embedded asked): image/png']],
    [
      'an image, once it is known what is meant',
      [image],
      { ...editor, mediaChoice: 'input' },
      ['attach photo (embedded ignored): image/png'],
    ],
    [
      'an image, with workflows preferred',
      [image],
      { ...editor, mediaChoice: 'workflow' },
      ['attach photo (embedded opened): image/png'],
    ],
    ['an image with Alt', [image], { ...editor, isAlt: true }, ['open: image/png']],
    ['audio with Alt', [audio], { ...editor, isAlt: true }, ['open: audio/flac']],
    ['audio without an input for it', [audio], modelPage, ['open: audio/flac']],
    ['an image, beside the preferred input', [image], modelPage, ['attach mask (embedded asked): image/png']],
    [
      'as many images as inputs',
      [image, image],
      modelPage,
      ['attach mask (embedded ignored): image/png', 'attach photo (embedded ignored): image/png'],
    ],
    [
      'two kinds',
      [image, audio],
      editor,
      ['attach photo (embedded ignored): image/png', 'attach track (embedded ignored): audio/flac'],
    ],
    ['more images than inputs', [image, image, image], editor, ['ask_runs photo,mask: image/png image/png image/png']],
    [
      'more images than a page that runs once accepts',
      [image, image, image],
      modelPage,
      [
        'attach mask (embedded ignored): image/png',
        'attach photo (embedded ignored): image/png',
        'ignore, 1 file not used: the page accepts 2. image/png',
      ],
    ],
    [
      'images and what no input accepts',
      [image, archive],
      editor,
      ['attach photo (embedded ignored): image/png', 'open: application/zip'],
    ],
    ['an input of any kind', [archive], { slots: [anyFile] }, ['attach any (embedded ignored): application/zip']],
    ['a workflow beside an input of any kind', [json], { slots: [anyFile] }, ['open: application/json']],
    [
      'a workflow with media',
      [image, json, audio],
      editor,
      ['open: application/json', 'attach_to_draft: image/png audio/flac'],
    ],
    ['a workflow with media and Alt', [image, json], { isAlt: true }, ['open: image/png application/json']],
    [
      'files on the gallery',
      [image, archive, folder],
      { isLibrary: true },
      ['store: image/png application/zip unknown'],
    ],
    ['a workflow among them', [image, json], { isLibrary: true }, ['store: image/png', 'open: application/json']],
    ['files on the gallery with Alt', [image], { isLibrary: true, isAlt: true }, ['open: image/png']],
    ['an image on a field', [image], { ...editor, spot: field }, ['leave_to_spot: image/png']],
    ['several images on a field', [image, image], { ...editor, spot: field }, ['leave_to_spot: image/png image/png']],
    ['a workflow on a field', [json], { ...editor, spot: field }, ['open: application/json']],
    ['audio on a field for images', [audio], { ...editor, spot: field }, ['attach track (embedded asked): audio/flac']],
    ['an unknown file on a field', [folder], { ...editor, spot: field }, ['leave_to_spot: unknown']],
    [
      'two images on a field for one',
      [image, image],
      { ...modelPage, spot: { ...field, several: 'none', slotKey: 'photo' } },
      ['attach photo (embedded ignored): image/png', 'attach mask (embedded ignored): image/png'],
    ],
    [
      'images on a list',
      [image, image, image],
      { ...modelPage, spot: list },
      ['leave_to_spot: image/png image/png image/png'],
    ],
    ['one file on a dialog for a workflow', [image], { ...editor, spot: dialog }, ['leave_to_spot: image/png']],
    [
      'several there',
      [json, json],
      { ...editor, spot: dialog },
      ['ignore, Drop one file at a time here. application/json application/json'],
    ],
  ])('%s', (_title, items, context, plan) => expect(planned(items, context)).toEqual(plan));
});
