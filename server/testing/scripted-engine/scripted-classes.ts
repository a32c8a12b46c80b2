import type { NodeDefinition, NodeDefinitions } from '@contract/workflow/node-definitions';

/**
 * Classes of the scripted engine. A test selects a behavior or fault by adding its class to the graph, so that the whole
 * path from submission to screen is the real one.
 *
 * | Class | Behavior |
 * |---|---|
 * | `ScriptSteps` | `steps` steps of `ms` each; `preview` sends an image after each |
 * | `ScriptOutput` | one output of `type` with `bytes` bytes (an image is a real PNG); `named: false` omits the node |
 * | `ScriptText` | one text output with `text` |
 * | `ScriptLog` | prints `message`, `lines` times |
 * | `ScriptCached` | is reported as cached |
 * | `ScriptFail` | fails with `message` after `ms`; with `traceback` or without |
 * | `ScriptHang` | never finishes; stops at once when canceled |
 * | `ScriptSlowStop` | never finishes; takes `ms` to stop |
 * | `ScriptStubborn` | ignores cancellation: finishes after `ms` with `outcome` |
 * | `ScriptCrash` | violates the `Engine` interface: `run` rejects |
 * | `LoadImage`, `SaveImage` | pass the bytes of an asset through, with ComfyUI's inputs |
 *
 * `after` links only order nodes; all outputs have the type `*`.
 */

type Inputs = NonNullable<NodeDefinition['input']['required']>;

const after: Inputs = { after: ['*', { tooltip: 'Runs after this node' }] };
const ms = (fallback: number) => ['INT', { default: fallback, min: 0, max: 86_400_000 }];

function scripted(name: string, required: Inputs, isOutput = true): NodeDefinition {
  return {
    name,
    display_name: name,
    category: 'scripted',
    input: { required, optional: after },
    output: ['*'],
    output_name: ['done'],
    output_node: isOutput,
  };
}

const definitions: readonly NodeDefinition[] = [
  scripted('ScriptSteps', {
    steps: ['INT', { default: 4, min: 1, max: 10_000 }],
    ms: ms(100),
    preview: ['BOOLEAN', { default: false }],
  }),
  scripted('ScriptOutput', {
    type: [['image', 'video', 'audio', 'text', 'file', 'latent'], { default: 'image' }],
    name: ['STRING', { default: 'output.png' }],
    bytes: ['INT', { default: 0, min: 0, max: 268_435_456 }],
    seed: ['INT', { default: 0, min: 0, max: 2 ** 64, control_after_generate: true }],
    named: ['BOOLEAN', { default: true }],
  }),
  scripted('ScriptText', { text: ['STRING', { default: '', multiline: true }] }),
  scripted('ScriptLog', {
    message: ['STRING', { default: 'hello' }],
    lines: ['INT', { default: 1, min: 0, max: 1_000_000 }],
    level: [['debug', 'info', 'warning', 'error'], { default: 'info' }],
  }),
  scripted('ScriptCached', {}),
  scripted('ScriptFail', {
    message: ['STRING', { default: 'Asked to fail' }],
    ms: ms(0),
    traceback: ['BOOLEAN', { default: true }],
  }),
  scripted('ScriptHang', {}),
  scripted('ScriptSlowStop', { ms: ms(1000) }),
  scripted('ScriptStubborn', { ms: ms(1000), outcome: [['succeeded', 'failed'], { default: 'succeeded' }] }),
  scripted('ScriptCrash', {}),
  {
    name: 'LoadImage',
    display_name: 'Load Image',
    category: 'image',
    input: { required: { image: [[], { image_upload: true }] } },
    output: ['IMAGE', 'MASK'],
    output_name: ['IMAGE', 'MASK'],
    output_node: false,
  },
  {
    name: 'SaveImage',
    display_name: 'Save Image',
    category: 'image',
    input: { required: { images: ['IMAGE'], filename_prefix: ['STRING', { default: 'ComfyUI' }] } },
    output: [],
    output_name: [],
    output_node: true,
  },
];

export const SCRIPTED_DEFINITIONS: NodeDefinitions = Object.fromEntries(
  definitions.map((definition) => [definition.name, definition]),
);
