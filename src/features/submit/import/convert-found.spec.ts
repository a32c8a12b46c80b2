import { describe, expect, it, vi } from 'vitest';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import type { CoreClasses } from '@/domains/ui-format/core-classes';
import { convertUiText } from '@/domains/ui-format/convert-ui-workflow';
import { UI_DEFINITIONS, uiFile } from '@/domains/ui-format/testing/ui-fixtures';
import { convertFound } from './convert-found';
import { readPastedText } from './read-workflow-file';
import type { FileParseResult } from './workflow-file-protocol';

const FILE = JSON.stringify(uiFile([{ id: 3, type: 'Empty', out: ['LATENT'], values: [640, 480] }], []));
const UNKNOWN = JSON.stringify(uiFile([{ id: 3, type: 'FromAPack', title: 'Mine' }], []));
const GRAPH = '{"1":{"class_type":"A","inputs":{}}}';

function convert(
  found: FileParseResult,
  definitions: NodeDefinitions | null = UI_DEFINITIONS,
  core: CoreClasses | null = null,
) {
  const load = vi.fn(() => Promise.resolve(definitions));
  const result = convertFound(
    found,
    load,
    (text, known) => Promise.resolve(convertUiText(text, known)),
    () => Promise.resolve(core),
  );
  return { result, load };
}

describe('convertFound', () => {
  it('converts a UI-format workflow with the classes of the server', async () => {
    const result = await convert(readPastedText(FILE)).result;
    expect(result).toMatchObject({ kind: 'workflow', source: 'json', note: null, conversion: { notes: [] } });
    expect(result.kind === 'workflow' && JSON.parse(result.text)).toMatchObject({ '3': { class_type: 'Empty' } });
  });

  it('loads no classes for anything else', async () => {
    const { result, load } = convert(readPastedText(GRAPH));
    expect(await result).toMatchObject({ kind: 'workflow', text: GRAPH });
    expect(load).not.toHaveBeenCalled();
  });

  it('converts what an image carries, and what another program wraps', async () => {
    const image: FileParseResult = { kind: 'media', media: 'image', title: '', reason: '', found: { uiFormat: FILE } };
    expect(await convert(image).result).toMatchObject({ kind: 'workflow', source: 'embedded' });
    expect(await convert(readPastedText(`{"client":"x","workflow":${FILE}}`)).result).toMatchObject({
      kind: 'workflow',
    });
    const both = readPastedText(`{"workflow":${FILE},"prompt":${GRAPH}}`);
    expect(await convert(both).result).toMatchObject({ kind: 'workflow', text: GRAPH });
  });

  it('converts the files of an archive one by one', async () => {
    const members = [FILE, GRAPH, UNKNOWN].map((text, index) => ({
      name: `${index}.json`,
      result: readPastedText(text),
    }));
    const result = await convert({ kind: 'archive', members, others: 0, overLimit: 0 }).result;
    expect(result).toMatchObject({
      kind: 'archive',
      members: [{ result: { kind: 'workflow' } }, { result: { kind: 'workflow' } }, { result: { kind: 'workflow' } }],
    });
  });

  it('lists the nodes that cannot be converted, and says how to export', async () => {
    const misfit = FILE.replace('[640,480]', '["wide",480]');
    expect(await convert(readPastedText(misfit)).result).toMatchObject({
      kind: 'problem',
      title: 'This UI-format workflow cannot be converted',
      explanation: expect.stringMatching(/choose Workflow → Export \(API\)/) as string,
      nodeProblems: [{ nodeId: '3', message: expect.stringContaining('does not fit the input “width”') as string }],
    });
  });

  it('keeps a file with unknown classes for a server that has them', async () => {
    expect(await convert(readPastedText(UNKNOWN)).result).toMatchObject({
      kind: 'workflow',
      conversion: {
        isPartial: true,
        awaited: ['FromAPack'],
        uiFormat: UNKNOWN,
        notes: [
          '1 node type is not available here: “FromAPack”. The file is kept, and converted once the server has it.',
        ],
      },
    });
  });

  it('has the form of the author for such a file, and says what it lacks', async () => {
    const nodes = [
      { id: 3, type: 'Empty', out: ['LATENT'], values: [640, 480] },
      { id: 4, type: 'FromAPack' },
    ];
    const inputs = [
      ['3', 'width'],
      ['99', 'seed'],
    ];
    const text = JSON.stringify(uiFile(nodes, [], { extra: { linearData: { inputs } } }));
    expect(await convert(readPastedText(text)).result).toMatchObject({
      kind: 'workflow',
      author: { template: { groups: [{ inputs: [{ nodeId: '3', input: 'width' }] }] } },
      conversion: {
        isPartial: true,
        notes: [
          expect.stringContaining('not available here') as string,
          'App mode names inputs that have no value in this workflow: “seed” of node 99.',
        ],
      },
    });
  });

  it('converts classes that come with ComfyUI for a server without them, whose own classes come first', async () => {
    const empty = (title: string) => ({
      Empty: { name: 'Empty', input: {}, ...UI_DEFINITIONS['Empty'], display_name: title },
    });
    const own = empty('Here');
    const core = { version: '1.2.3', definitions: { ...UI_DEFINITIONS, ...empty('Core') } };
    const text = JSON.stringify(
      uiFile(
        [
          { id: 1, type: 'Load', out: ['MODEL', 'CLIP', 'VAE'], values: ['base.safetensors'] },
          { id: 3, type: 'Empty', out: ['LATENT'], values: [640, 480] },
        ],
        [],
      ),
    );
    const result = await convert(readPastedText(text), own, core).result;
    expect(result).toMatchObject({
      kind: 'workflow',
      conversion: {
        notes: ['1 node type is not available here: “Load”. Its inputs were read by the definitions of ComfyUI 1.2.3.'],
        awaited: ['Load'],
        isPartial: false,
      },
    });
    expect(result.kind === 'workflow' && JSON.parse(result.text)).toMatchObject({
      '1': { class_type: 'Load', inputs: { file: 'base.safetensors' } },
      '3': { class_type: 'Empty', _meta: { title: 'Here' } },
    });
    const partly = text.replace('"Empty"', '"FromAPack"');
    expect(await convert(readPastedText(partly), own, core).result).toMatchObject({
      kind: 'workflow',
      conversion: { awaited: ['Load', 'FromAPack'], isPartial: true },
    });
  });

  it('uses the classes that come with ComfyUI if the server lists none, and says so', async () => {
    const core = { version: '1.2.3', definitions: UI_DEFINITIONS };
    const note = 'This server does not list its node classes: those of ComfyUI 1.2.3 were used.';
    expect(await convert(readPastedText(FILE), null, core).result).toMatchObject({
      kind: 'workflow',
      conversion: { notes: [note] },
    });
    expect(await convert(readPastedText(UNKNOWN), null, core).result).toMatchObject({
      kind: 'problem',
      explanation: expect.stringContaining(note) as string,
      nodeProblems: [{ message: 'The class “FromAPack” is not known.' }],
    });
  });

  it('says how to export if no classes can be had', async () => {
    expect(await convert(readPastedText(FILE), null).result).toMatchObject({
      kind: 'problem',
      title: 'This workflow is in the UI format, not the API format',
      explanation: expect.stringMatching(/which this one does not list\. .*Export \(API\)/) as string,
    });
  });
});
