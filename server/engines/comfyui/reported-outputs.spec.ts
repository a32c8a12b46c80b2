import { describe, expect, it } from 'vitest';
import { contentTypeOf, extensionFor, outputTypeOf } from './file-kinds';
import { readHistory } from './history';
import { identityOf, reportedOutputs } from './reported-outputs';

const NODE = { nodeId: '4', ranAs: '4' };

describe('what a node reports', () => {
  it('is files under any key, with the folder that they lie in', () => {
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

  it('is text, and paths of meshes, in lists or alone', () => {
    expect(reportedOutputs(NODE, { text: ['one', 'two'], string: 'three' })).toMatchObject([
      { kind: 'text', text: 'one' },
      { kind: 'text', text: 'two' },
      { kind: 'text', text: 'three' },
    ]);
    expect(reportedOutputs(NODE, { result: ['mesh/deep\\x.glb [input]', null] })).toMatchObject([
      { kind: 'file', isGuess: true, file: { filename: 'x.glb', subfolder: 'mesh/deep', folder: 'input' } },
    ]);
  });

  it('is kept as a value when it is neither, and how to play a film is none', () => {
    expect(reportedOutputs(NODE, { animated: [true], size: [1, 2], camera: { fov: 30 } })).toEqual([
      { ...NODE, kind: 'value', key: 'size', value: [1, 2] },
      { ...NODE, kind: 'value', key: 'camera', value: [{ fov: 30 }] },
    ]);
    expect(reportedOutputs(NODE, null)).toEqual([]);
  });
});

describe('what is told twice', () => {
  const identities = (...outputs: Parameters<typeof identityOf>[0][]) => outputs.map(identityOf);

  it('is the same on the socket and in the history, and each of equal texts is one of its own', () => {
    const output = { text: ['a', 'a', 'b', 'a'], other: ['a'] };
    const live = identities(...reportedOutputs(NODE, output));
    expect(new Set(live).size).toBe(5);
    const history = readHistory({ run: { outputs: { '4': output }, status: { status_str: 'success' } } }, 'run');
    expect(identities(...(history?.outputs ?? []))).toEqual(live);
  });

  it('is not what two nodes tell that one of the graph unfolded into; a file is one file', () => {
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

  it('of the server wins over the extension, unless it says nothing', () => {
    expect(contentTypeOf('a.png', 'image/webp; charset=x')).toBe('image/webp');
    expect(contentTypeOf('a.GLB', 'application/octet-stream')).toBe('model/gltf-binary');
    expect(contentTypeOf('a.unheard', null)).toBe('application/octet-stream');
    expect(contentTypeOf('a.constructor', '')).toBe('application/octet-stream');
    expect(extensionFor('image/jpeg; q=1')).toBe('jpg');
    expect(extensionFor('application/x-odd')).toBe('');
  });
});
