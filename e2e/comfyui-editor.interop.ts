import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkWorkflow } from '@contract/workflow/comfyui-rejections';
import { readWorkflow } from '@contract/workflow/graph';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import { validateGraph } from '@contract/workflow/validate';
import { fillIn, runMoment } from '@/domains/drafts/fill-ins';
import { readDefinitions } from '@/domains/read-definitions';
import { readCoreClasses } from '@/domains/ui-format/core-classes';
import { convertUiText } from '@/domains/ui-format/convert-ui-workflow';
import { differences, haveSameStructure } from '@/domains/ui-format/testing/compare-graphs';
import type { EditorPairs, PlainGraph } from '@server/engines/comfyui/testing/editor-pairs';
import { THIRD_PARTIES } from '../contract/conformance/interop/third-parties';
import { ComfyEditor } from '../contract/conformance/interop/comfy-editor';
import { ENGINE_TIME, runButton } from './console';
import { dropOn } from './dropping';
import { EDGE_WORKFLOWS } from '../contract/conformance/interop/edge-workflows';
import { expect, test } from './fixtures';

/**
 * The truth about a workflow in the UI format is what ComfyUI's own editor queues. These tests open it in Chromium and compare it with
 * the console, which reads definitions from a gateway in front of the same ComfyUI (docs/interop.md).
 */
const COMFYUI = THIRD_PARTIES.comfyui ?? '';
const TABLE_FILE = path.join(import.meta.dirname, '../src/domains/ui-format/core-classes.json');
const PAIRS_FILE = path.join(import.meta.dirname, '../server/engines/comfyui/recordings/editor-pairs.json');

test.use({ gatewayFlags: ['--engine', 'comfyui', '--comfyui', COMFYUI], actionTimeout: 15_000 });
test.describe.configure({ timeout: 3_600_000 });

test('workflows built in the editor become the graphs that it queues, dropped on the page', async ({
  page,
  files,
  gateway,
  api,
}) => {
  const definitions = await gatewayDefinitions(gateway.address);
  const editor = await ComfyEditor.open(COMFYUI);
  const pairs: EditorPairs['pairs'] = [];
  for (const [name, script] of EDGE_WORKFLOWS) {
    const built = await editor.build(script);
    if (!built.ok) throw new Error(`${name}: ${built.error}`);
    pairs.push({ name, workflow: built.saved, prompt: built.prompt });
    const result = convertUiText(JSON.stringify(built.saved), definitions);
    const converted = result.ok ? toPlain(fillIn(result.text, result.fillIns, runMoment())) : {};
    expect.soft(result.ok ? differences(converted, built.prompt, definitions) : result.problems, name).toEqual([]);
  }
  await editor.close();
  if (process.env['FLOWDECK_INTEROP_RECORD'] === '1') await record(pairs);

  for (const { name, workflow, prompt } of pairs) {
    if (isRefused(prompt, definitions)) continue;
    const file = await files.workflow(`${name}.json`, workflow as Record<string, unknown>);
    await page.goto('/local/submit');
    await dropOn(page, page.getByRole('region', { name: 'Open a workflow' }), file);
    const before = (await api.jobs()).length;
    await runButton(page).click();
    await expect.poll(async () => (await api.jobs()).length, ENGINE_TIME).toBe(before + 1);
    const [job] = await api.jobs();
    const submitted = (await api.workflow(job?.id ?? '')) as PlainGraph;
    expect.soft(differences(submitted, prompt, definitions), `${name}, dropped`).toEqual([]);
  }
});

/**
 * Whose prompt the editor itself builds wrongly: it drops a member of a growing group while it loads the file, or gives an input the
 * value of the choice above it (1.49.6).
 */
const EDITOR_FAULTS: ReadonlySet<string> = new Set(['api_flux2.json', 'templates_graphic_design_recomposer.json']);

type Outcome =
  | 'equal'
  | 'equal but for node ids'
  | 'refused'
  | 'problem named'
  | 'editor refused'
  | 'wrong'
  | 'other classes';

test('templates become the graphs that the editor queues', async ({ gateway }) => {
  const { templates } = THIRD_PARTIES;
  test.skip(!templates || !existsSync(templates), 'Name the folder of ComfyUI’s workflow templates with --templates');
  const editor = await ComfyEditor.open(COMFYUI);
  const sources = [
    { name: 'gateway', definitions: await gatewayDefinitions(gateway.address), counts: new Map<Outcome, number>() },
    { name: 'own table', definitions: tableDefinitions(), counts: new Map<Outcome, number>() },
  ];
  const wrong: string[] = [];
  for (const name of readdirSync(templates ?? '').sort()) {
    const text = readFileSync(path.join(templates ?? '', name), 'utf8');
    const workflow = name.endsWith('.json') ? workflowIn(text) : null;
    if (!workflow) continue;
    const queued = await editor.convert(workflow);
    for (const source of sources) {
      const [outcome, details] = outcomeOf(workflow, queued, source.definitions, name);
      source.counts.set(outcome, (source.counts.get(outcome) ?? 0) + 1);
      if (outcome === 'wrong' || outcome === 'refused')
        process.stdout.write(`${source.name}, ${outcome}: ${name}\n  ${details.slice(0, 4).join('\n  ')}\n`);
      if (outcome === 'wrong') wrong.push(`${source.name}: ${name}`);
    }
  }
  await editor.close();
  for (const { name, counts } of sources) {
    process.stdout.write(`${name}: ${JSON.stringify(Object.fromEntries(counts))}\n`);
    expect(counts.get('equal') ?? 0).toBeGreaterThan(0);
  }
  expect(wrong).toEqual([]);
});

/** What the console converts with if no ComfyUI is connected. */
function tableDefinitions(): NodeDefinitions {
  const table = readCoreClasses(JSON.parse(readFileSync(TABLE_FILE, 'utf8')));
  if (!table) throw new Error('The table of core classes cannot be read');
  return table.definitions;
}

function outcomeOf(
  workflow: object,
  queued: Awaited<ReturnType<ComfyEditor['convert']>>,
  definitions: NodeDefinitions,
  name: string,
): [Outcome, string[]] {
  const result = convertUiText(JSON.stringify(workflow), definitions);
  if (result.ok && result.unknownClasses.length > 0) return ['other classes', []];
  if (!queued.ok) return ['editor refused', [queued.error]];
  if (!result.ok) return ['refused', result.problems.map(({ nodeId, message }) => `${nodeId}: ${message}`)];
  const broken = Object.entries(queued.prompt).find(([, node]) => typeof node.class_type !== 'string');
  if (broken) return ['editor refused', [`${broken[0]}: the editor does not know its class`]];
  const converted = toPlain(fillIn(result.text, result.fillIns, runMoment()));
  const found = differences(converted, queued.prompt, definitions);
  if (found.length === 0) return ['equal', []];
  if (haveSameStructure(needed(converted, definitions), needed(queued.prompt, definitions), definitions))
    return ['equal but for node ids', []];
  // Values of another version of a class: the editor writes them into the wrong inputs, which ComfyUI refuses.
  if (isRefused(queued.prompt, definitions) || EDITOR_FAULTS.has(name)) return ['editor refused', found];
  return [isRefused(converted, definitions) ? 'problem named' : 'wrong', found];
}

/** Returns true if the form names a problem that blocks the run, other than a missing file. */
function isRefused(prompt: PlainGraph, definitions: NodeDefinitions): boolean {
  const graph = graphOf(prompt);
  const problems = Object.values(validateGraph(graph, definitions)).flat();
  const reasons = new Set(['wrong_type', 'missing_input', 'above_max', 'below_min', 'bad_link', 'made_in_editor']);
  return (
    problems.some(({ reason }) => reasons.has(reason)) ||
    Object.keys(checkWorkflow(graph, definitions).rejected).length > 0
  );
}

/** Leaves out nodes that no output needs, such as those of a muted subgraph: ComfyUI runs none of them. */
function needed(graph: PlainGraph, definitions: NodeDefinitions): PlainGraph {
  const outputs = Object.keys(graph).filter((id) => definitions[graph[id]?.class_type ?? '']?.output_node === true);
  const found = new Set(outputs);
  for (const id of found) {
    for (const value of Object.values(graph[id]?.inputs ?? {})) {
      const [source] = Array.isArray(value) ? (value as unknown[]) : [];
      if (typeof source === 'string' && graph[source]) found.add(source);
    }
  }
  return Object.fromEntries(Object.entries(graph).filter(([id]) => found.has(id)));
}

async function gatewayDefinitions(address: string): Promise<NodeDefinitions> {
  const read = async () => readDefinitions(await (await fetch(new URL('/console/object_info', address))).json());
  await expect.poll(async () => Object.keys((await read()) ?? {}).length, ENGINE_TIME).toBeGreaterThan(100);
  return (await read()) ?? {};
}

function toPlain(text: string): PlainGraph {
  return JSON.parse(text) as PlainGraph;
}

function graphOf(prompt: PlainGraph) {
  const result = readWorkflow(JSON.stringify(prompt));
  if (!result.ok) throw new Error(result.problem.message);
  return result.graph;
}

/** Returns `null` for files of another kind, such as the index of the templates. */
function workflowIn(text: string): object | null {
  const value = JSON.parse(text) as { nodes?: unknown };
  return Array.isArray(value.nodes) ? value : null;
}

/** Writes the pairs, with the definitions that they need as this ComfyUI gives them, for `npm test`. */
async function record(pairs: EditorPairs['pairs']): Promise<void> {
  const all = (await (await fetch(new URL('/object_info', COMFYUI))).json()) as Record<string, object>;
  const stats = (await (await fetch(new URL('/system_stats', COMFYUI))).json()) as {
    system: { comfyui_version: string };
  };
  const used = new Set(pairs.flatMap(({ prompt }) => Object.values(prompt).map((node) => node.class_type)));
  const definitions = Object.fromEntries([...used].sort().map((name) => [name, all[name]]));
  const content = { comfyui: stats.system.comfyui_version, definitions, pairs };
  writeFileSync(PAIRS_FILE, `${JSON.stringify(content, null, 1)}\n`);
}
