import { describe, expect, test } from 'vitest';
import { makeDraft } from '@/domains/drafts/make-draft';
import type { MediaAttachment, DraftOrigin } from '@/domains/drafts/draft';
import { draftWithInput, inputSlots } from './input-slots';

// Numbers, whitespace and property order as exported: they must be preserved.
const TEXT = `{
  "12": {"class_type": "SaveImage", "inputs": {"images": ["10", 0], "seed": 18446744073709551615}},
  "10": {"class_type": "LoadImage", "inputs": {"image": "harbour.jpg"}, "_meta": {"title": "Your photo"}},
  "11": {"class_type": "LoadImage", "inputs": {"image": {"__type":"core/ASSET","info":{"id":"a1","file_path":"x/sea.png"}}}},
  "13": {"class_type": "LoadAudio", "inputs": {"audio": "waves.flac"}}
}`;

const attachment = (assetId: string | null): MediaAttachment => ({
  name: 'a.png',
  sizeBytes: 1,
  contentType: 'image/png',
  width: null,
  height: null,
  thumbnail: null,
  hash: null,
  assetId,
});

function draft(text = TEXT) {
  return makeDraft('local', { text, title: 'flow.json', origin: 'file' }, 1);
}

describe('the inputs that accept a file', () => {
  test('are named as in the form, with their current file', () => {
    expect(inputSlots(TEXT, 'image', null).map(({ label, holds }) => [label, holds])).toEqual([
      ['Your photo', 'harbour.jpg'],
      ['LoadImage', 'sea.png'],
    ]);
    expect(inputSlots(TEXT, 'audio', null).map(({ label }) => label)).toEqual(['LoadAudio']);
    expect(inputSlots(TEXT, 'video', null)).toEqual([]);
  });

  test('are empty if the text is not a workflow', () => {
    expect(inputSlots('{"nodes": [], "links": []}', 'image', null)).toEqual([]);
    expect(inputSlots('[', 'image', null)).toEqual([]);
  });
});

describe('a draft with the file on its input', () => {
  const [first] = inputSlots(TEXT, 'image', null);
  if (!first) throw new Error('There is an input for a picture');
  const file = { id: 'b2', hash: null, file_path: 'out.png' };

  test('counts as untouched if it comes from a job or a sample, and is kept if it comes from a file', () => {
    const flagOf = (origin: DraftOrigin) => {
      const source = makeDraft('local', { text: TEXT, title: 'flow.json', origin }, 1);
      return draftWithInput(source, first, file, 7).isUntouched;
    };
    expect((['job', 'sample', 'file', 'picture', 'pasted'] as const).map(flagOf)).toEqual([
      true,
      true,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('differs in that value only, and is a separate draft', () => {
    const source = draft();
    const made = draftWithInput(source, first, file, 7);
    expect(made.text).toBe(
      TEXT.replace('"harbour.jpg"', '{"__type":"core/ASSET","info":{"id":"b2","hash":null,"file_path":"out.png"}}'),
    );
    expect(made.originalText).toBe(TEXT);
    expect(made.id).not.toBe(source.id);
    expect([made.createdAt, made.updatedAt, source.text]).toEqual([7, 7, TEXT]);
  });

  test('keeps the images of other inputs, except those that were never uploaded', () => {
    const [, second] = inputSlots(TEXT, 'image', null);
    const source = {
      ...draft(),
      media: {
        [first.key]: attachment('old'),
        [second?.key ?? '']: attachment('a1'),
        unsent: attachment(null),
      },
    };
    expect(Object.keys(draftWithInput(source, first, file, 7).media)).toEqual([second?.key]);
  });
});
