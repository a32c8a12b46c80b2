import { describe, expect, test } from 'vitest';
import type { AuthorModel } from '@/domains/drafts/author-parts';
import { fieldKey } from '@/domains/drafts/field-key';
import { makeDraft } from '@/domains/drafts/make-draft';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import { shownHost } from '@/lib/shown-host';
import { openEditor } from '../draft/editor-state';
import { missingModelKeys, missingModels, modelList } from './missing-models';

const loader = (...files: string[]): NodeDefinitions => ({
  Loader: { name: 'Loader', input: { required: { file: [files, {}] } }, output: ['MODEL'], output_node: true },
});

const model = (nodeId: string, more: Partial<AuthorModel> = {}): AuthorModel => ({
  nodeId,
  name: 'fox.safetensors',
  url: 'https://models.example/fox',
  folder: 'checkpoints',
  ...more,
});

function stateOf(files: Record<string, string>, models: readonly AuthorModel[], definitions: NodeDefinitions | null) {
  const graph = Object.fromEntries(
    Object.entries(files).map(([id, file]) => [id, { class_type: 'Loader', inputs: { file } }]),
  );
  const opened = { text: JSON.stringify(graph), title: 'fox.json', origin: 'file' as const, author: { models } };
  return openEditor(makeDraft('local', opened, 0), definitions);
}

describe('a file that the author names', () => {
  test('is missing if the server lists files, and none of this name in whatever folder', () => {
    const of = (definitions: NodeDefinitions | null) =>
      missingModelKeys(stateOf({ 1: 'xl/fox.safetensors' }, [model('1')], definitions));
    expect(of(loader('owl.safetensors'))).toEqual([fieldKey('1', 'file')]);
    expect(of(loader())).toEqual([fieldKey('1', 'file')]);
    expect(of(loader('mine\\fox.safetensors'))).toEqual([]);
    expect(of(null)).toEqual([]);
    expect(of({})).toEqual([]);
  });

  test('is not missing once another one is chosen', () => {
    expect(missingModels(stateOf({ 1: 'owl.safetensors' }, [model('1')], loader('owl.safetensors')))).toEqual([]);
    expect(missingModels(stateOf({ 1: 'owl.safetensors' }, [model('1')], loader()))).toEqual([]);
  });

  test('is listed once, with all inputs that name it', () => {
    const files = { 1: 'fox.safetensors', 2: 'fox.safetensors', 3: 'fox.safetensors' };
    const missing = missingModels(stateOf(files, [model('1'), model('2')], loader()));
    expect(missing.map(({ fields }) => fields.map(({ nodeId }) => nodeId))).toEqual([['1', '2', '3']]);
  });

  test('of a name that several files have is that of its own node', () => {
    const models = [model('1'), model('2', { url: 'https://models.example/other', folder: 'vae' })];
    const files = { 1: 'fox.safetensors', 2: 'fox.safetensors', 3: 'fox.safetensors' };
    const missing = missingModels(stateOf(files, models, loader()));
    expect(missing.map(({ model: { folder }, fields }) => [folder, fields.map(({ nodeId }) => nodeId)])).toEqual([
      ['checkpoints', ['1']],
      ['vae', ['2']],
    ]);
  });
});

test('the list has a line per file, with path, address and hash', () => {
  const models = [model('1', { hash: 'sha256:ab' }), model('2', { name: 'owl.ckpt', folder: '' })];
  expect(modelList(missingModels(stateOf({ 1: 'fox.safetensors', 2: 'owl.ckpt' }, models, loader())))).toBe(
    'models/checkpoints/fox.safetensors\thttps://models.example/fox\tsha256:ab\nmodels/owl.ckpt\thttps://models.example/fox',
  );
});

test('a host is shown as the browser reads it', () => {
  expect(shownHost('https://huggingface.co/a/b')).toBe('huggingface.co');
  expect(shownHost('http://models.example:8080/a')).toBe('models.example:8080 (unencrypted)');
  expect(shownHost('https://huggingfac\u0435.co/')).toBe('xn--huggingfac-tsi.co');
});
