import { describe, expect, it } from 'vitest';
import { fixture } from '@/testing/workflow-fixtures';
import { writeTemplateDocument } from '@/domains/templates/template-document';
import { MAX_JSON_BYTES, readPastedText, readWorkflowFile } from './read-workflow-file';
import { PNG_SIGNATURE } from '@/domains/workflow-files/formats/read-png';

const GRAPH = '{"9":{"class_type":"SaveImage","inputs":{"seed":18446744073709551615,"cfg":1.0}}}';

/** Response of ComfyUI's `/history`. */
function history(...ids: string[]): string {
  const runs = ids.map((id) => `"${id}": {"prompt": [3, "${id}", ${GRAPH}, {}, ["9"]], "outputs": {}}`);
  return `{${runs.join(', ')}}`;
}

function read(content: BlobPart, name = 'x.json') {
  return readWorkflowFile(new Blob([content]), name);
}

function pngWith(keyword: string, text: string): Blob {
  const data = new TextEncoder().encode(`${keyword}\0${text}`);
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, data.byteLength);
  return new Blob([
    new Uint8Array(PNG_SIGNATURE),
    length,
    'tEXt',
    data,
    new Uint8Array(4),
    new Uint8Array(4),
    'IEND',
    new Uint8Array(4),
  ]);
}

describe('readWorkflowFile', () => {
  it('returns valid text unchanged byte for byte', async () => {
    expect(await read(GRAPH)).toEqual({ kind: 'workflow', text: GRAPH, source: 'json', note: null });
  });

  it('reads UTF-16 as written by Windows editors', async () => {
    const wide = new Uint8Array([0xff, 0xfe, ...new Uint8Array(Buffer.from(GRAPH, 'utf16le'))]);
    expect(await read(wide)).toMatchObject({ kind: 'workflow', text: GRAPH });
  });

  it('replaces bare NaN and Infinity with null, but not in strings', () => {
    const text = '{"1":{"class_type":"A","inputs":{"a":NaN,"b":-Infinity,"c":"NaN \\" Infinity","d":1.0}}}';
    expect(readPastedText(text)).toEqual({
      kind: 'workflow',
      text: '{"1":{"class_type":"A","inputs":{"a":null,"b":null,"c":"NaN \\" Infinity","d":1.0}}}',
      source: 'json',
      note: '2 values were NaN or Infinity and are now null.',
    });
  });

  it('opens a template with its workflow byte for byte, without inputs that it lacks', async () => {
    const inputs = ['seed', 'gone'].map((input) => ({ nodeId: '9', input, label: input, help: '' }));
    const template = { title: 'Mine', description: '', groups: [{ id: 1, title: '', inputs }] };
    const file = writeTemplateDocument({ template, workflowText: GRAPH, seedModes: {} });
    expect(await read(file, 'Mine.flowdeck.json')).toEqual({
      kind: 'workflow',
      text: GRAPH,
      source: 'json',
      note: '1 pinned input of the template not found in its workflow.',
      template: {
        template: { ...template, groups: [{ id: 1, title: '', inputs: inputs.slice(0, 1) }] },
        seedModes: {},
      },
    });
    expect(readPastedText(file.replace('"version": 1', '"version": 9'))).toMatchObject({
      kind: 'problem',
      title: 'This template is from a newer Flowdeck',
    });
    expect(readPastedText(file.replace(GRAPH, '{"nodes":[],"links":[]}'))).toMatchObject({
      kind: 'problem',
      title: 'This template is damaged',
    });
  });

  it('extracts the graph from a /prompt body, and from the history of one run, as nothing to report', () => {
    const workflow = { kind: 'workflow', text: GRAPH, source: 'json', note: null };
    expect(readPastedText(`{"client_id":"x","prompt": ${GRAPH}}`)).toEqual(workflow);
    expect(readPastedText(history('r1'))).toEqual(workflow);
  });

  it.each([
    ['notes.txt', 'prompt: a lake', 'No workflow in this file', /^It is plain text\./],
    ['prompts.csv', 'id,prompt\n1,"a lake"', 'No workflow in this file', /^It is plain text\./],
    ['manual.pdf', '%PDF-1.7 x', 'Workflows are not read from this file type', /manual\.pdf is none of these/],
    ['cut.txt', '{"1":', 'This is not valid JSON', /line 1/],
    ['old.json', 'hello', 'This is not valid JSON', /line 1, column 1/],
    [
      'latin.txt',
      new Uint8Array([0x67, 0x72, 0xfc, 0x6e]),
      'Workflows are not read from this file type',
      /latin\.txt is none/,
    ],
  ])('says of %s what it is', async (name, content, title, explanation) => {
    expect(await read(content, name)).toMatchObject({
      kind: 'problem',
      title,
      explanation: expect.stringMatching(explanation) as string,
    });
  });

  it.each([
    ['photo.bmp', new Uint8Array([0x42, 0x4d, 0, 0, 0, 0]), 'photo.bmp is a BMP image'],
    ['scan.tiff', new Uint8Array([0x49, 0x49, 0x2a, 0, 8, 0]), 'scan.tiff is a TIFF image'],
    ['scan.tif', new Uint8Array([0x4d, 0x4d, 0, 0x2a, 0, 8]), 'scan.tif is a TIFF image'],
  ])('knows that %s is an image, in which no workflow is looked for', async (name, content, reason) => {
    expect(await read(content, name)).toMatchObject({
      kind: 'media',
      media: 'image',
      title: 'Workflows are not read from this file type',
      reason: expect.stringContaining(reason) as string,
    });
  });

  it('finds generation settings in a text file, and in the comment of NovelAI', async () => {
    const text = 'a fox\nNegative prompt: blur\nSteps: 20, Sampler: Euler a, CFG scale: 7, Seed: 5';
    expect(await read(text, 'a fox.txt')).toMatchObject({
      kind: 'problem',
      title: 'Only generation settings in this file',
      found: { parameters: text },
    });
    const comment = '{"steps":28,"sampler":"k_euler","seed":7,"scale":5,"uc":"blurry"}';
    expect(await readWorkflowFile(pngWith('Comment', comment), 'novel.png')).toMatchObject({
      kind: 'media',
      title: 'Only generation settings in this image',
      found: { parameters: comment },
    });
  });

  it('does not suppose that a model was ever to have a workflow', async () => {
    expect(await readWorkflowFile(fixture('plain.safetensors'), 'lora.safetensors')).toMatchObject({
      kind: 'media',
      title: 'No workflow in this file',
      reason: 'Only models and 3D files that ComfyUI saves have one.',
    });
  });

  it.each([
    ['broken JSON', '{"1":\n  {,}}', 'This is not valid JSON', /line 2, column 4/],
    ['an array', '[1]', 'Not a workflow', /this is a list/],
    [
      'the editor format',
      '{"nodes":[],"links":[]}',
      'This workflow is in the UI format, not the API format',
      /Export \(API\)/,
    ],
    ['other JSON', '{"name":"x"}', 'Not a workflow', /“name”/],
    ['10,000 levels', `{"1":${'['.repeat(10_000)}`, 'This JSON is nested too deeply', /1000 levels/],
    ['a web page', '<!DOCTYPE html><p>x</p>', 'Workflows are not read from this file type', /HTML/],
    ['an empty file', '', 'Empty file', /Save or download it again/],
    ['no nodes', '{}', 'This workflow has no nodes', /^Add nodes in ComfyUI/],
    ['a number', '42', 'Not a workflow', /this is a number\.$/],
    [
      'entries that are not nodes',
      '{"a":1,"b":{}}',
      'Not a workflow',
      /^Its entry “a” is not a node, which .* 1 other entry\.$/,
    ],
    ['several runs', history('r1', 'r2'), 'This is a history of 2 runs', /\/history\/ followed by the id/],
    ['prose', 'hello', 'This is not valid JSON', /line 1, column 1/],
    [
      'other bytes',
      new Uint8Array([1, 0, 2, 0]),
      'Workflows are not read from this file type',
      /JSON files, images, videos/,
    ],
  ])('explains the error of %s', async (_, content, title, explanation) => {
    expect(await read(content)).toMatchObject({
      kind: 'problem',
      title,
      explanation: expect.stringMatching(explanation) as string,
    });
  });

  it('rejects a text file over the limit without reading it', async () => {
    const huge = new Blob(['{'.padEnd(1024 * 1024, ' '), ...Array.from({ length: 32 }, () => ' '.repeat(1024 * 1024))]);
    expect(huge.size).toBeGreaterThan(MAX_JSON_BYTES);
    expect(await readWorkflowFile(huge, 'big.json')).toMatchObject({
      kind: 'problem',
      title: 'File too large',
    });
  });

  it('finds the graph in a PNG, and lists what it found if there is none', async () => {
    expect(await readWorkflowFile(pngWith('prompt', GRAPH), 'a.png')).toMatchObject({
      kind: 'workflow',
      text: GRAPH,
      source: 'embedded',
    });
    expect(await readWorkflowFile(pngWith('Software', 'Editor'), 'a.png')).toMatchObject({
      kind: 'media',
      media: 'image',
      title: 'No workflow in this image',
      reason: expect.stringMatching(/^Its metadata has only “Software”: it was not saved by ComfyUI/) as string,
    });
    expect(await readWorkflowFile(pngWith('parameters', 'steps: 20'), 'a.png')).toMatchObject({
      kind: 'media',
      title: 'Only generation settings in this image',
      found: { parameters: 'steps: 20' },
    });
    expect(await readWorkflowFile(pngWith('workflow', '{"nodes":[],"links":[]}'), 'a.png')).toMatchObject({
      kind: 'media',
      title: 'Only a UI-format workflow in this image',
      reason: expect.stringContaining('ComfyUI canvas') as string,
      found: { uiFormat: '{"nodes":[],"links":[]}' },
    });
    expect(await readWorkflowFile(pngWith('prompt', '{"a":'), 'a.png')).toMatchObject({
      kind: 'media',
      reason: expect.stringContaining('not valid JSON') as string,
    });
  });

  it('detects the format by the bytes, not by the name', async () => {
    expect(await read('hello', 'fake.png')).toMatchObject({ kind: 'problem', title: 'Not a media file' });
    expect(await read(new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), 'photo.json')).toMatchObject({ kind: 'media' });
  });

  it('accepts the graph under any supported name, and passes a UI-format workflow on as text', async () => {
    const canvas = '{"nodes":[],"links":[]}';
    expect(await readWorkflowFile(pngWith('workflow', GRAPH), 'a.png')).toMatchObject({
      kind: 'workflow',
      text: GRAPH,
    });
    expect(await readWorkflowFile(pngWith('prompt', canvas), 'a.png')).toMatchObject({ found: { uiFormat: canvas } });
    expect(await read(canvas)).toMatchObject({ kind: 'problem', found: { uiFormat: canvas } });
  });

  it.each([
    ['ffmpeg.mp4', 'workflow'],
    ['ffmpeg.flac', 'workflow'],
    ['exiftool-comment.jpg', 'workflow'],
    ['comfyui.svg', 'workflow'],
    ['plain.webp', 'media'],
    ['plain.safetensors', 'media'],
  ])('reads %s as a %s', async (name, kind) => {
    expect(await readWorkflowFile(fixture(name), name)).toMatchObject({ kind });
  });

  it('reads every JSON file of an archive, and counts the others', async () => {
    expect(await readWorkflowFile(fixture('python.zip'), 'flows.zip')).toMatchObject({
      kind: 'archive',
      members: [
        { name: 'flows/one.json', result: { kind: 'workflow' } },
        { name: 'flows/canvas.json', result: { kind: 'problem', found: { uiFormat: expect.any(String) as string } } },
      ],
      others: 2,
      overLimit: 0,
    });
  });
});
