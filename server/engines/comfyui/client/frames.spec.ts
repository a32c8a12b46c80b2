import { describe, expect, it } from 'vitest';
import { readBinaryFrame, readJsonFrame } from './frames';

const ID = '0b7a1c52-6f1d-4d53-9d07-3f1f2b4c5d6e';

function bytes(...parts: (number | string | Uint8Array)[]): Uint8Array {
  const pieces = parts.map((part) => {
    if (typeof part !== 'number') return Buffer.from(part as string);
    const number = Buffer.alloc(4);
    number.writeUInt32BE(part);
    return number;
  });
  return new Uint8Array(Buffer.concat(pieces));
}

describe('JSON frames', () => {
  it.each([
    ['execution_start', {}, { kind: 'start' }],
    ['execution_cached', { nodes: ['1', '2'] }, { kind: 'cached', nodes: ['1', '2'] }],
    ['executing', { node: '5.0.0.2', display_node: '5' }, { kind: 'executing', nodeId: '5' }],
    ['executing', { node: null }, { kind: 'executing', nodeId: null }],
    ['progress', { node: '3', value: 2, max: 20 }, { kind: 'step', nodeId: '3', value: 2, max: 20 }],
    ['executed', { node: '9', output: { a: 1 } }, { kind: 'executed', nodeId: '9', displayId: '9', output: { a: 1 } }],
    ['execution_success', {}, { kind: 'success' }],
    ['execution_interrupted', { node_id: '3' }, { kind: 'interrupted' }],
  ])('%s %j', (type, data, frame) => {
    expect(readJsonFrame(JSON.stringify({ type, data: { prompt_id: ID, ...data } }), ID)).toEqual(frame);
  });

  it('of other prompts, of unknown types and with malformed content are ignored', () => {
    const data = { prompt_id: 'another', node: '1' };
    for (const text of [
      JSON.stringify({ type: 'executing', data }),
      JSON.stringify({ type: 'status', data: { status: { exec_info: { queue_remaining: 1 } } } }),
      JSON.stringify({ type: 'crystools.monitor', data: { cpu: 5 } }),
      JSON.stringify({ type: 'progress_state', data: { prompt_id: ID, nodes: [] } }),
      JSON.stringify({ type: 'progress', data: { node: '1', value: 'x', max: 3 } }),
      JSON.stringify({ type: 'executed', data: {} }),
      JSON.stringify({ type: 'executing', data: null }),
      '[]',
      'null',
      'not JSON',
    ]) {
      expect(readJsonFrame(text, ID)).toBeNull();
    }
  });
});

describe('binary frames', () => {
  it('of type 1 contain an image without its node', () => {
    expect(readBinaryFrame(bytes(1, 1, 'jpeg'), ID)).toMatchObject({
      kind: 'preview',
      nodeId: null,
      contentType: 'image/jpeg',
    });
    const png = readBinaryFrame(bytes(1, 2, 'png'), ID);
    expect(png).toMatchObject({ contentType: 'image/png', data: new Uint8Array(Buffer.from('png')) });
  });

  it('of type 3 contain the text of a node', () => {
    expect(readBinaryFrame(bytes(3, 4, '30:6', 'Wait: 3 s, ünfinished'), ID)).toEqual({
      kind: 'text',
      nodeId: '30:6',
      text: 'Wait: 3 s, ünfinished',
    });
  });

  it('of type 4 contain an image and its node', () => {
    const metadata = JSON.stringify({
      node_id: '5.0.1',
      display_node_id: '5',
      prompt_id: ID,
      image_type: 'image/webp',
    });
    expect(readBinaryFrame(bytes(4, metadata.length, metadata, 'picture'), ID)).toMatchObject({
      kind: 'preview',
      nodeId: '5',
      contentType: 'image/webp',
      data: new Uint8Array(Buffer.from('picture')),
    });
    expect(readBinaryFrame(bytes(4, metadata.length, metadata, 'picture'), 'another')).toBeNull();
  });

  it('that are truncated or of an unknown type are ignored', () => {
    for (const frame of [
      bytes(1),
      bytes(2, 0, 'x'),
      bytes(99, 1, 'x'),
      bytes(3, 99, 'x'),
      bytes(4, 99, '{}'),
      bytes(4, 2, '[]'),
    ]) {
      expect(readBinaryFrame(frame, ID)).toBeNull();
    }
  });
});
