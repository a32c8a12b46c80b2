import { describe, expect, it } from 'vitest';
import { contentTypeOf, extensionFor, outputTypeOf } from './file-kinds';
import { reportedOutputs } from './reported-outputs';

describe('what a node reports', () => {
  it('is files under any key, with the folder that they lie in', () => {
    const item = { filename: 'a.png', subfolder: 's', type: 'temp' };
    expect(reportedOutputs('4', { images: [item], a_images: [{ filename: 'b.png' }] })).toEqual([
      {
        kind: 'file',
        nodeId: '4',
        key: 'images',
        file: { filename: 'a.png', subfolder: 's', folder: 'temp' },
        isGuess: false,
      },
      {
        kind: 'file',
        nodeId: '4',
        key: 'a_images',
        file: { filename: 'b.png', subfolder: '', folder: 'output' },
        isGuess: false,
      },
    ]);
  });

  it('is text, and paths of meshes, in lists or alone', () => {
    expect(reportedOutputs('4', { text: ['one', 'two'], string: 'three' })).toMatchObject([
      { kind: 'text', text: 'one' },
      { kind: 'text', text: 'two' },
      { kind: 'text', text: 'three' },
    ]);
    expect(reportedOutputs('4', { result: ['mesh/deep\\x.glb [input]', null] })).toMatchObject([
      { kind: 'file', isGuess: true, file: { filename: 'x.glb', subfolder: 'mesh/deep', folder: 'input' } },
    ]);
  });

  it('is kept as a value when it is neither, and how to play a film is none', () => {
    expect(reportedOutputs('4', { animated: [true], size: [1, 2], camera: { fov: 30 } })).toEqual([
      { kind: 'value', nodeId: '4', key: 'size', value: [1, 2] },
      { kind: 'value', nodeId: '4', key: 'camera', value: [{ fov: 30 }] },
    ]);
    expect(reportedOutputs('4', null)).toEqual([]);
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
