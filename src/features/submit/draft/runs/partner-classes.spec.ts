import { expect, it } from 'vitest';
import { makeDraft } from '@/domains/drafts/make-draft';
import { openEditor, type EditorState } from '../editor-state';
import { partnerClassesOf } from './partner-classes';

const text = '{"1": {"class_type": "GeminiNode", "inputs": {}}, "2": {"class_type": "GeminiNewNode", "inputs": {}}}';
const definitions = { GeminiNode: { name: 'GeminiNode', input: {}, api_node: true } };

function classesOf(changes: Partial<EditorState>): string[] {
  const opened = openEditor(
    makeDraft('local', { text, title: 'a.json', origin: 'file' }, 0),
    changes.definitions ?? null,
  );
  return partnerClassesOf({ ...opened, ...changes });
}

it('needs no key for a class that the connected ComfyUI lacks', () => {
  expect(classesOf({ definitions, comfyui: 'connected' })).toEqual(['GeminiNode']);
});

it.each([
  { definitions, comfyui: 'away' },
  { definitions: null, comfyui: 'connected' },
] as const)('needs one for a class that may still run: %j', (state) => {
  expect(classesOf(state)).toEqual(['GeminiNewNode', 'GeminiNode']);
});
