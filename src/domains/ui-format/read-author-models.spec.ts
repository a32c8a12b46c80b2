import { expect, test } from 'vitest';
import { convert, uiFile, uiSubgraph, type NodeSketch } from './testing/ui-fixtures';

const HOST = 'https://models.example/files';

function loader(id: number, ...models: object[]): NodeSketch {
  const properties = { models: JSON.parse(JSON.stringify(models)) as [] };
  return { id, type: 'Load', out: ['MODEL', 'CLIP', 'VAE'], values: ['a.safetensors'], properties };
}

function modelsOf(file: unknown) {
  const result = convert(file);
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join('\n'));
  return result.author.models;
}

test('names the files of a node with their folder and hash', () => {
  const model = { name: 'a.safetensors', url: `${HOST}/a.safetensors`, directory: 'checkpoints' };
  expect(
    modelsOf(uiFile([loader(3, { ...model, hash: 'ab12', hash_type: 'SHA256' }, { ...model, name: 'b.ckpt' })], [])),
  ).toEqual([
    { nodeId: '3', name: 'a.safetensors', url: `${HOST}/a.safetensors`, folder: 'checkpoints', hash: 'sha256:ab12' },
    { nodeId: '3', name: 'b.ckpt', url: `${HOST}/a.safetensors`, folder: 'checkpoints' },
  ]);
});

test('names those inside of subgraphs under the ids in the graph, once per use', () => {
  const model = { name: 'a.safetensors', url: `${HOST}/a`, directory: 'checkpoints' };
  const inner = uiSubgraph('inner', {}, [loader(1, model)], []);
  const outer = uiSubgraph('outer', {}, [{ id: 5, type: 'inner' }], []);
  const hosts = [
    { id: 7, type: 'outer' },
    { id: 8, type: 'inner' },
    // Bypassed: its nodes are not in the graph.
    { id: 9, type: 'inner', mode: 4 },
  ];
  const models = modelsOf(uiFile(hosts, [], { definitions: { subgraphs: [inner, outer] } }));
  expect(models?.map(({ nodeId }) => nodeId)).toEqual(['8:1', '7:5:1']);
});

test('leaves out what is no link to a file on the web, and what makes a text look like another', () => {
  const urls = [
    'javascript:alert(1)',
    'file:///etc/passwd',
    '//host/a',
    'https://good.example@evil.example/a',
    'no',
    `${HOST}/${'a'.repeat(3000)}`,
  ];
  const bad = urls.map((url) => ({ name: 'a.safetensors', url, directory: 'vae' }));
  const odd = { name: 'a\u202esrotensefas.\nckpt', url: `${HOST}/a b`, directory: 4 };
  expect(modelsOf(uiFile([loader(3, ...bad, { url: `${HOST}/a` }, [], odd)], []))).toEqual([
    { nodeId: '3', name: 'asrotensefas. ckpt', url: `${HOST}/a%20b`, folder: '' },
  ]);
});

test('is bounded, also if subgraphs multiply', () => {
  const many = Array.from({ length: 500 }, () => ({ name: 'a.safetensors', url: `${HOST}/a`, directory: 'vae' }));
  expect(modelsOf(uiFile([loader(3, ...many)], []))).toHaveLength(200);
  expect(modelsOf(uiFile([loader(3)], []))).toBeUndefined();
});
