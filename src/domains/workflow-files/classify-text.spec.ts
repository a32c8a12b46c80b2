import { describe, expect, it } from 'vitest';
import { classifyText, memberText } from './classify-text';

const GRAPH = '{"1":{"class_type":"A","inputs":{"seed":18446744073709551615}}}';
const CANVAS = '{"nodes":[{"id":1}],"links":[]}';
const encoded = (text: string, times: number): string =>
  times === 0 ? text : encoded(JSON.stringify(text), times - 1);

describe('classifyText', () => {
  it.each<[what: string, key: string, text: string, found: [string, string][]]>([
    ['a field by its name', 'prompt', GRAPH, [['prompt', GRAPH]]],
    ['a name in any case', 'WORKFLOW', CANVAS, [['workflow', CANVAS]]],
    ['a prefix in any case', 'Make', `Workflow:${CANVAS}`, [['workflow', CANVAS]]],
    ['text that is encoded once', 'prompt', encoded(GRAPH, 1), [['prompt', GRAPH]]],
    ['text that is encoded three times', 'prompt', encoded(GRAPH, 3), [['prompt', GRAPH]]],
    ['NUL at the end', 'prompt', `${GRAPH}\0\0`, [['prompt', GRAPH]]],
    ['bytes of another field before the text', 'prompt', `xxxx${GRAPH}`, [['prompt', GRAPH]]],
    ['a bare graph in a comment', 'Comment', GRAPH, [['prompt', GRAPH]]],
    ['a bare canvas in a comment', 'Comment', CANVAS, [['workflow', CANVAS]]],
    [
      'an object of both in a comment, one of them encoded',
      'comment',
      `{"prompt": ${encoded(GRAPH, 1)}, "workflow": ${CANVAS}}`,
      [
        ['prompt', GRAPH],
        ['workflow', CANVAS],
      ],
    ],
    [
      'bare NaN of Python',
      'comment',
      `{"prompt": {"1":{"class_type":"A","inputs":{"a":NaN}}}}`,
      [['prompt', '{"1":{"class_type":"A","inputs":{"a":NaN}}}']],
    ],
    [
      'settings of A1111',
      'UserComment',
      'fox\nSteps: 20, Sampler: Euler',
      [['parameters', 'fox\nSteps: 20, Sampler: Euler']],
    ],
    ['a field of that name', 'parameters', 'anything', [['parameters', 'anything']]],
    [
      'a graph whose node is called prompt',
      'Comment',
      `{"prompt":{"class_type":"A","inputs":{}}}`,
      [['prompt', `{"prompt":{"class_type":"A","inputs":{}}}`]],
    ],
    ['settings of InvokeAI', 'invokeai_metadata', '{"steps":20}', [['parameters', '{"steps":20}']]],
    [
      'settings of Fooocus',
      'UserComment',
      '{"prompt":"a fox","steps":20,"seed":"1"}',
      [['parameters', '{"prompt":"a fox","steps":20,"seed":"1"}']],
    ],
    [
      'settings of NovelAI, whose prompt is in another field',
      'Comment',
      '{"steps":28,"sampler":"k_euler","seed":7,"scale":5,"uc":"blurry"}',
      [['parameters', '{"steps":28,"sampler":"k_euler","seed":7,"scale":5,"uc":"blurry"}']],
    ],
    ['prose', 'Comment', 'Steps: I took the stairs', []],
    ['other JSON', 'Comment', '{"a":1}', []],
    ['other JSON with a text called prompt', 'Comment', '{"prompt":"a fox","steps":20}', []],
    ['nothing', 'Comment', '', []],
  ])('finds %s', (_what, key, text, found) => {
    expect(classifyText(key, text).map(({ kind, text: value }) => [kind, value])).toEqual(found);
  });
});

describe('memberText', () => {
  it('returns null for what is not there or not JSON', () => {
    expect(memberText('{"a":{"b":1}}', ['a', 'b'])).toBe('1');
    expect(memberText('{"a":{"b":1}}', ['a', 'c'])).toBeNull();
    expect(memberText('{"a":', ['a'])).toBeNull();
  });
});
