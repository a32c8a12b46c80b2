import { describe, expect, it } from 'vitest';
import { leastCpuMs } from '@contract/testing/cpu-time';
import { assetReference } from '@contract/workflow/asset-references';
import { withoutFiles, withoutPrivateValues } from './private-values';

const workflow = (inputs: object) => JSON.stringify({ '3': { class_type: 'Any', inputs } });
const inputsOf = (text: string): unknown => JSON.parse(text)['3'].inputs;

describe('what a shared workflow leaves out', () => {
  it.each([
    ['a file', 'image', assetReference({ id: 'a1', hash: 'ff', file_path: 'me.png' }), 'file'],
    ['bytes in the text', 'image', `data:image/png;base64,${'A'.repeat(40)}`, 'file'],
    ['base64 without a prefix', 'mask', 'A'.repeat(404), 'file'],
    ['an API key by its name', 'openai_api_key', 'anything', 'secret'],
    ['a token by its name', 'hf_token', 'anything', 'secret'],
    ['a password', 'password', 'anything', 'secret'],
    ['a key by its text', 'text', 'sk-abcdefghijklmnop', 'secret'],
    ['a signed URL', 'url', 'https://example.org/a.png?X-Amz-Signature=abc', 'secret'],
  ])('empties %s', (_what, input, value, kind) => {
    const { text, leftOut } = withoutPrivateValues(workflow({ [input]: value, steps: 20 }));
    expect(leftOut).toEqual([{ nodeId: '3', input, kind }]);
    expect(inputsOf(text)).toEqual({ [input]: '', steps: 20 });
  });

  it.each([
    ['text', 'a photo of a token on a key ring'],
    ['chroma_key', 'green'],
    ['token_normalization', 'none'],
    ['image', 'example.png'],
    ['url', 'https://example.org/a.png?size=2'],
    ['prompt', 'data: a chart of it'],
    ['api_key', ''],
  ])('keeps %s: %j', (input, value) => {
    const text = workflow({ [input]: value });
    expect(withoutPrivateValues(text)).toEqual({ text, leftOut: [] });
  });

  it('finds values inside of lists and objects, and leaves connections alone', () => {
    const { text, leftOut } = withoutPrivateValues(
      workflow({ from: ['3', 0], options: { list: [assetReference({ id: 'a' }), 7], api_key: 'x' } }),
    );
    expect(inputsOf(text)).toEqual({ from: ['3', 0], options: { list: ['', 7], api_key: '' } });
    expect(leftOut).toHaveLength(1);
  });

  it('changes no other byte', () => {
    const text = '{"3": {"class_type":"Any",  "inputs":{"seed":18446744073709551615,"cfg":1.0,"api_key":"x"}}}';
    expect(withoutPrivateValues(text).text).toBe(text.replace('"x"', '""'));
  });

  it('empties files only, for another server of the same user', () => {
    const text = workflow({ api_key: 'x', image: assetReference({ id: 'a' }) });
    expect(inputsOf(withoutFiles(text))).toEqual({ api_key: 'x', image: '' });
  });

  it('takes time in proportion to the length of a workflow with thousands of them', () => {
    const file = assetReference({ id: 'a1', hash: 'f'.repeat(64), file_path: 'x'.repeat(300) });
    const nodes = Array.from({ length: 2000 }, (_, id) => [
      id,
      { class_type: 'Any', inputs: { image: file, api_key: `key ${id}`, steps: 20 } },
    ]);
    const text = JSON.stringify(Object.fromEntries(nodes));
    let shared = withoutPrivateValues('{}');
    // One replacement after the other took ten times as long.
    expect(leastCpuMs(2000, () => (shared = withoutPrivateValues(text)))).toBeLessThan(2000);
    expect(shared.leftOut).toHaveLength(4000);
    expect(JSON.parse(shared.text)[1999].inputs).toEqual({ image: '', api_key: '', steps: 20 });
  });
});
