import { describe, expect, it } from 'vitest';
import { parseJson } from '@contract/json/lossless';
import { checkWorkflow } from '@contract/workflow/comfyui-rejections';
import { readGraph } from '@contract/workflow/graph';
import { readDefinitions } from '../../definitions/definitions-reader';
import { recordedText } from '../recordings';
import { ClassGraphs, node, type Classes, type Nodes } from './class-graphs';
import { variantsOf } from './class-variants';

const recorded = recordedText('object-info');
const classes = JSON.parse(recorded) as Classes;
const definitions = await readDefinitions(recorded);
const graphs = new ClassGraphs(classes);

function problemsOf(nodes: Nodes): unknown {
  const result = readGraph(parseJson(JSON.stringify(nodes)));
  if (!result.ok) throw new Error(result.problem.message);
  return checkWorkflow(result.graph, definitions).rejected;
}

describe('the graphs of the live suite', () => {
  it.each(Object.keys(classes))('are minimal and valid for %s', (name) => {
    expect(problemsOf(graphs.minimal(name).nodes)).toEqual({});
  });

  it.each(['KSampler', 'EmptyImage', 'SaveImage'])('have variants that ComfyUI rejects for %s', (name) => {
    const variants = variantsOf(name, graphs, 0);
    const rejected = variants.filter(({ nodes }) => Object.keys(problemsOf(nodes) as object).length > 0);
    expect(rejected.map((variant) => variant.name)).toEqual(expect.arrayContaining(['without inputs']));
    expect(rejected.length).toBeLessThan(variants.length);
    expect(new Set(variants.map((variant) => variant.name)).size).toBe(variants.length);
  });

  it('contain the parts of dynamic inputs', () => {
    const dynamic = new ClassGraphs({
      Image: { input: {}, output: ['IMAGE'] },
      Join: {
        input: {
          required: {
            images: [
              'COMFY_AUTOGROW_V3',
              { template: { input: { required: { image: ['IMAGE'] } }, prefix: 'image', min: 2 } },
            ],
            mode: [
              'COMFY_DYNAMICCOMBO_V3',
              { options: [{ key: 'wide', inputs: { required: { width: ['INT', { default: 8 }] } } }] },
            ],
            either: ['COMFY_MATCHTYPE_V3', { template: { allowed_types: 'MASK,IMAGE' } }],
          },
        },
        output_node: true,
      },
    });
    const image = ['Image-1', 0];
    const inputs = { 'images.image0': image, 'images.image1': image, mode: 'wide', 'mode.width': 8, either: image };
    expect(dynamic.minimal('Join').nodes).toEqual({ target: node('Join', inputs), 'Image-1': node('Image', {}) });
  });
});
