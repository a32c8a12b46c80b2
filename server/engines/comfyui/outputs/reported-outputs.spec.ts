import { describe, expect, it } from 'vitest';
import { contentTypeOf, extensionFor, outputTypeOf } from './file-kinds';
import { readHistory } from './history';
import { identityOf, reportedOutputs } from './reported-outputs';

const NODE = { nodeId: '4', ranAs: '4' };

describe('the reported outputs of a node', () => {
  it('are files under any key, with their folder', () => {
    const item = { filename: 'a.png', subfolder: 's', type: 'temp' };
    expect(reportedOutputs(NODE, { images: [item], a_images: [{ filename: 'b.png' }] })).toEqual([
      {
        ...NODE,
        kind: 'file',
        key: 'images',
        file: { filename: 'a.png', subfolder: 's', folder: 'temp' },
        isGuess: false,
      },
      {
        ...NODE,
        kind: 'file',
        key: 'a_images',
        file: { filename: 'b.png', subfolder: '', folder: 'output' },
        isGuess: false,
      },
    ]);
  });

  it('are text and mesh paths, in lists or alone', () => {
    expect(reportedOutputs(NODE, { text: ['one', 'two'], string: 'three' })).toMatchObject([
      { kind: 'text', text: 'one' },
      { kind: 'text', text: 'two' },
      { kind: 'text', text: 'three' },
    ]);
    expect(reportedOutputs(NODE, { result: ['mesh/deep\\x.glb [input]', null] })).toMatchObject([
      { kind: 'file', isGuess: true, file: { filename: 'x.glb', subfolder: 'mesh/deep', folder: 'input' } },
    ]);
  });

  it('are values if they are neither, without the playback settings of videos', () => {
    expect(reportedOutputs(NODE, { animated: [true], size: [1, 2], camera: { fov: 30 } })).toEqual([
      { ...NODE, kind: 'value', key: 'size', value: [1, 2] },
      { ...NODE, kind: 'value', key: 'camera', value: [{ fov: 30 }] },
    ]);
    expect(reportedOutputs(NODE, null)).toEqual([]);
  });
});

describe('outputs that are reported twice', () => {
  const identities = (...outputs: Parameters<typeof identityOf>[0][]) => outputs.map(identityOf);

  it('are matched between WebSocket and history, while equal texts stay separate', () => {
    const output = { text: ['a', 'a', 'b', 'a'], other: ['a'] };
    const live = identities(...reportedOutputs(NODE, output));
    expect(new Set(live).size).toBe(5);
    const history = readHistory({ run: { outputs: { '4': output }, status: { status_str: 'success' } } }, 'run');
    expect(identities(...(history?.outputs ?? []))).toEqual(live);
  });

  it('are not merged across two nodes of an expansion, except for the same file', () => {
    const inner = (ranAs: string, output: object) => reportedOutputs({ nodeId: '4', ranAs }, output);
    const texts = identities(...inner('4.1', { text: ['a'] }), ...inner('4.2', { text: ['a'] }));
    expect(new Set(texts).size).toBe(2);
    const images = [{ filename: 'a.png', subfolder: '', type: 'output' }];
    const files = identities(...inner('4.1', { images }), ...inner('4.2', { images: [...images, ...images] }));
    expect(new Set(files).size).toBe(1);
  });
});

describe('the type of an output', () => {
  it.each([
    ['video/mp4', 'a.mp4', 'images', 'video'],
    ['image/gif', 'a.gif', 'gifs', 'image'],
    ['audio/flac', 'a.flac', 'audio', 'audio'],
    ['application/octet-stream', 'a.latent', 'latents', 'latent'],
    ['application/octet-stream', 'a.bin', 'gifs', 'video'],
    ['application/octet-stream', 'a.bin', 'constructor', 'file'],
    ['model/gltf-binary', 'a.glb', '3d', 'file'],
    ['application/json', 'a.json', 'files', 'text'],
  ])('%s, %s, under %s: %s', (contentType, name, key, type) => {
    expect(outputTypeOf(contentType, name, key)).toBe(type);
  });

  it('is that of the server rather than of the extension, unless the server gives none', () => {
    expect(contentTypeOf('a.png', 'image/webp; charset=x')).toBe('image/webp');
    expect(contentTypeOf('a.GLB', 'application/octet-stream')).toBe('model/gltf-binary');
    expect(contentTypeOf('a.unheard', null)).toBe('application/octet-stream');
    expect(contentTypeOf('a.constructor', '')).toBe('application/octet-stream');
    expect(extensionFor('image/jpeg; q=1')).toBe('jpg');
    expect(extensionFor('application/x-odd')).toBe('');
  });
});
