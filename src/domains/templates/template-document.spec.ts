import { fc } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import { parseJson, stringifyJson } from '@contract/json/lossless';
import { readWorkflow } from '@contract/workflow/graph';
import { fieldKey } from '../drafts/field-key';
import { pinnedInputs, TEMPLATE_LIMITS, type Template } from '../drafts/template';
import { fitTemplate, readTemplateDocument, writeTemplateDocument, type TemplateDocument } from './template-document';

const WORKFLOW =
  '{"3":{"class_type":"Sampler","inputs":{"seed":18446744073709551615,"cfg":1.0,"from":["4",0]}},"4":{"class_type":"Load","inputs":{}}}';
const TEMPLATE: Template = {
  title: 'Portrait',
  description: 'One face.\nIn soft light.',
  groups: [
    {
      id: 1,
      title: '',
      inputs: [{ nodeId: '3', input: 'seed', label: 'Variation', help: 'Each number is another image.' }],
    },
    { id: 2, title: 'Style', inputs: [{ nodeId: '3', input: 'cfg', label: '', help: '' }] },
  ],
};
const DOCUMENT: TemplateDocument = {
  template: TEMPLATE,
  workflowText: WORKFLOW,
  seedModes: { [fieldKey('3', 'seed')]: 'randomize' },
};
const FILLED: TemplateDocument = { ...DOCUMENT, fillIns: { [fieldKey('4', 'name')]: 'file_name' } };

it('keeps the texts that are filled in at each run, and ignores other kinds', () => {
  const text = writeTemplateDocument(FILLED);
  expect(readTemplateDocument(text)).toMatchObject({ ok: true, document: { fillIns: FILLED.fillIns } });
  const unknown = readTemplateDocument(text.replace('"file_name"', '"later"'));
  expect(unknown?.ok && unknown.document.fillIns).toBeUndefined();
});

function read(text: string) {
  const result = readTemplateDocument(text);
  if (!result?.ok) throw new Error(`not read: ${JSON.stringify(result)}`);
  return result.document;
}

/** The written file with some of its members replaced. */
function withMembers(members: object): string {
  return JSON.stringify({
    format: 'flowdeck-template',
    version: 1,
    template: { groups: [] },
    workflow: {},
    ...members,
  });
}

describe('a template file', () => {
  it('restores the form and every byte of the workflow', () => {
    expect(read(writeTemplateDocument(DOCUMENT))).toEqual(DOCUMENT);
  });

  it('is JSON with its format, version and workflow', () => {
    expect(JSON.parse(writeTemplateDocument(DOCUMENT))).toMatchObject({
      format: 'flowdeck-template',
      version: 1,
      template: {
        title: 'Portrait',
        groups: [{ inputs: [{ node: '3', input: 'seed', label: 'Variation' }] }, { title: 'Style' }],
        seeds: [{ node: '3', input: 'seed', after_run: 'randomize' }],
      },
      workflow: { '4': { class_type: 'Load' } },
    });
  });

  it('restores any names, texts and numbers', () => {
    const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }).filter((text) => text !== '__proto__');
    const line = fc.stringMatching(/^[\p{L}\d"\\{}#_-]{0,20}$/u);
    const inputs = fc.uniqueArray(fc.tuple(name, name), { maxLength: 6, selector: (pair) => JSON.stringify(pair) });
    const literal = fc.oneof(fc.bigInt().map(String), fc.constantFrom('1.0', '1e400', '-0.10', '"x"', 'null'));
    fc.assert(
      fc.property(inputs, line, line, literal, (addresses, label, help, value) => {
        const pinned = addresses.map(([nodeId, input]) => ({ nodeId, input, label, help }));
        const template = { title: label, description: help, groups: [{ id: 1, title: label, inputs: pinned }] };
        const workflowText = `{"3": {"class_type": "A", "inputs": {"a": ${value}}}}`;
        const document = { template, workflowText, seedModes: {} };
        expect(read(writeTemplateDocument(document))).toEqual(document);
        // A link carries the same text without its white space.
        const minified = read(stringifyJson(parseJson(writeTemplateDocument(document))));
        expect(minified.template).toEqual(template);
        expect(minified.workflowText).toBe(stringifyJson(parseJson(workflowText)));
      }),
    );
  });

  it('writes a workflow with a byte order mark as valid JSON', () => {
    expect(() => JSON.parse(writeTemplateDocument({ ...DOCUMENT, workflowText: `\uFEFF${WORKFLOW}\n` }))).not.toThrow();
  });
});

describe('untrusted text', () => {
  it.each([
    ['a workflow', WORKFLOW],
    ['a workflow that mentions the format', '{"3":{"class_type":"A","inputs":{"text":"flowdeck-template"}}}'],
    ['text that is not JSON', '"flowdeck-template"}{'],
    ['a list', '["flowdeck-template"]'],
  ])('is no template: %s', (_what, text) => {
    expect(readTemplateDocument(text)).toBeNull();
  });

  it('says that a newer version needs a newer Flowdeck', () => {
    expect(readTemplateDocument(withMembers({ version: 2, template: 'another shape' }))).toMatchObject({
      ok: false,
      title: 'This template is from a newer Flowdeck',
      explanation: expect.stringContaining('version 2'),
    });
  });

  it.each([
    ['no version', { version: undefined }],
    ['a version that is text', { version: '1' }],
    ['no template', { template: undefined }],
    ['no groups', { template: {} }],
    ['groups that are no list', { template: { groups: {} } }],
    ['a group without inputs', { template: { groups: [{}] } }],
    ['no workflow', { workflow: undefined }],
    [
      'too many groups',
      { template: { groups: Array.from({ length: TEMPLATE_LIMITS.groups + 1 }, () => ({ inputs: [] })) } },
    ],
    [
      'too many inputs',
      { template: { groups: [{ inputs: Array.from({ length: TEMPLATE_LIMITS.inputs + 1 }, () => 0) }] } },
    ],
  ])('is a damaged template: %s', (_what, members) => {
    expect(readTemplateDocument(withMembers(members))).toMatchObject({ ok: false, title: 'This template is damaged' });
  });

  it.each([
    '{"format":"flowdeck-template","version":1,"template":{"groups":[]},"workflow":{"3":{"class_type":"A","inputs":{"__proto__":1}}}}',
    '{"__proto__":{"x":1},"format":"flowdeck-template","version":1,"template":{"groups":[]},"workflow":{}}',
    String.raw`{"format":"flowdeck-template","version":1,"template":{"groups":[{"\u005f_proto__":1,"inputs":[]}]},"workflow":{}}`,
  ])('is rejected if it names a prototype: %s', (text) => {
    expect(readTemplateDocument(text)).toMatchObject({ ok: false, title: 'This template is not safe to open' });
    expect(Object.prototype).not.toHaveProperty('x');
  });

  it('shortens texts, removes unseen characters, and lists each input once', () => {
    const inputs = [
      { node: '3', input: 'a', label: `\u202eevil\u0000 ${'x'.repeat(200)}`, help: 7 },
      { node: '3', input: 'a', label: 'again' },
      { node: 3, input: 'b' },
      'no object',
    ];
    const { template } = read(withMembers({ template: { title: ' A\n B ', groups: [{ inputs }] } }));
    expect(template.title).toBe('A B');
    expect(pinnedInputs(template)).toHaveLength(1);
    expect(pinnedInputs(template)[0]?.label).toMatch(/^evil x{60,80}$/);
    expect(pinnedInputs(template)[0]?.help).toBe('');
  });

  it('never throws, and reads what it accepted again', () => {
    const anything = fc.jsonValue();
    const group = fc.record({
      title: anything,
      inputs: fc.array(fc.record({ node: fc.string(), input: anything, label: anything })),
    });
    const section = fc.oneof(anything, fc.record({ title: anything, groups: fc.array(group) }));
    fc.assert(
      fc.property(section, fc.oneof(anything, fc.constant(1)), (template, version) => {
        const result = readTemplateDocument(withMembers({ template, version }));
        const document = result?.ok ? result.document : DOCUMENT;
        expect(read(writeTemplateDocument(document)).template).toEqual(document.template);
      }),
    );
  });
});

it('keeps only inputs that the workflow has as values of their own', () => {
  const workflow = readWorkflow(WORKFLOW);
  if (!workflow.ok) throw new Error(workflow.problem.message);
  const addresses = [
    ['3', 'seed'],
    ['3', 'from'],
    ['3', 'toString'],
    ['9', 'seed'],
  ] as const;
  const inputs = addresses.map(([nodeId, input]) => ({ nodeId, input, label: '', help: '' }));
  const { template, lost } = fitTemplate(
    { title: '', description: '', groups: [{ id: 1, title: '', inputs }] },
    workflow.graph,
  );
  expect(pinnedInputs(template).map(({ input }) => input)).toEqual(['seed']);
  expect(lost).toBe(3);
});
