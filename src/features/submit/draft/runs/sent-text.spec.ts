import { expect, test, vi } from 'vitest';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import { fieldKey } from '@/domains/drafts/field-key';
import { makeDraft } from '@/domains/drafts/make-draft';
import { openEditor, setValue, workflowText } from '../editor-state';
import { listsToDraw, sentText, withoutDrawn } from './sent-text';

vi.mock('@/domains/wildcards/wildcard-lists', () => ({ readWildcardLists: async () => ({ color: 'stored' }) }));

const DEFINITIONS: NodeDefinitions = {
  Encode: { name: 'Encode', input: { required: { text: ['STRING', { multiline: true }] } }, output_node: true },
};
const PROMPT = fieldKey('1', 'text');

function open(prompt: string) {
  const text = JSON.stringify({ 1: { class_type: 'Encode', inputs: { text: prompt } } });
  return openEditor(makeDraft('local', { text, title: 'x', origin: 'file' }, 0), DEFINITIONS);
}

test('a run draws from the texts at the click, not from those typed since', () => {
  const atClick = open('a __color__ cat');
  const planned = workflowText(atClick);
  const edited = setValue(atClick, PROMPT, 'a __color__ dog', 0);
  expect(sentText(edited, { color: 'red' }, planned)).toBe(planned.replace('__color__', 'red'));
  const withoutLists = setValue(atClick, PROMPT, 'a dog', 0);
  expect(sentText(withoutLists, { color: 'red' }, planned)).toBe(planned.replace('__color__', 'red'));
});

test('a run reads the lists if the page has not read them yet', async () => {
  expect(await listsToDraw({ wildcards: null })).toEqual({ color: 'stored' });
  expect(await listsToDraw({ wildcards: { color: 'known' } })).toEqual({ color: 'known' });
});

test('a workflow that was sent equals the draft that it was drawn from, and no other', () => {
  const draft = open('a __color__ cat');
  const lists = { color: 'red\nblue' };
  const written = workflowText(draft);
  expect(withoutDrawn(draft, lists, sentText(draft, lists))).toBe(written);
  for (const other of ['a red dog', 'red cat']) {
    expect(withoutDrawn(draft, lists, workflowText(open(other)))).not.toBe(written);
  }
});

test('what was filled in is as in the draft, if a run fills it in', () => {
  const draft = open('a {red|blue} cat');
  const sent = workflowText(open('a blue cat'));
  expect(withoutDrawn(draft, {}, sent, { [PROMPT]: 'prompt' })).toBe(workflowText(draft));
  expect(withoutDrawn(draft, {}, sent)).toBe(sent);
});
