import { isNumber } from '../../json/json-values';
import { isAssetReference } from '../asset-references';
import type { GraphNode } from '../graph';
import type { GenerationInputs, MainValue, SizeValue, ValueKind } from './generation-inputs';
import { findLoras } from './find-loras';
import { baseName, ownInput, upstreamOf, writtenValue, type TracedGraph } from './traced-graph';

const KINDS: Readonly<Record<string, ValueKind>> = {
  ckpt_name: 'model',
  base_ckpt_name: 'model',
  unet_name: 'model',
  diffusion_model: 'model',
  gguf_name: 'model',
  vae_name: 'vae',
  seed: 'seed',
  noise_seed: 'seed',
  rand_seed: 'seed',
  steps: 'steps',
  num_steps: 'steps',
  num_inference_steps: 'steps',
  cfg: 'cfg',
  cfg_scale: 'cfg',
  cfg_conds: 'cfg',
  video_cfg: 'cfg',
  guidance_scale: 'cfg',
  guidance: 'guidance',
  sampler_name: 'sampler',
  sampler: 'sampler',
  scheduler: 'scheduler',
  denoise: 'denoise',
  batch_size: 'batch',
  length: 'length',
  video_frames: 'length',
  num_frames: 'length',
  duration: 'duration',
  seconds: 'duration',
  aspect_ratio: 'aspect',
  resolution: 'resolution',
};

export function kindOfName(name: string): ValueKind | undefined {
  return Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
}

const NUMERIC: ReadonlySet<ValueKind> = new Set([
  'seed',
  'steps',
  'cfg',
  'guidance',
  'denoise',
  'width',
  'height',
  'batch',
  'length',
]);
/** Settings of a latent or of the node that creates it. */
const SIZE_KINDS: ReadonlySet<ValueKind> = new Set(['batch', 'length']);
const HELPER_LINK = /^(?:guider|noise|sigmas|sampler)$/;
const MODEL_LINK = /^(?:.*_)?models?(?:_?\d+|_negative|_opt)?$|lora|pipe/i;
const LATENT_LINK = /latent|samples|image|pixels|video/i;
const FILE_INPUT = /^(?:image|video|audio|file)$/;

type MainValues = Omit<GenerationInputs, 'positive' | 'negative' | 'changed'>;

export function mainValues(
  traced: TracedGraph,
  generators: readonly GraphNode[],
  encoders: readonly GraphNode[],
): MainValues {
  const { nodes, graph } = traced;
  const collector = new ValueCollector(traced);
  // A workflow without any, such as one that changes a photo: whatever has a known name.
  const sources = generators.length > 0 ? generators : nodes;
  const stops = new Set(generators);
  for (const node of sources) {
    const helpers = upstreamOf(graph, [node], (_reader, input) => HELPER_LINK.test(baseName(input)));
    for (const own of [node, ...helpers]) collector.addOf(own, ({ kind }) => kind !== 'model' && kind !== 'vae');
    for (const helper of helpers) collector.addClass(helper);
    collector.addModelName(node);
    collector.addSize([node, ...helpers], stops);
  }
  for (const node of encoders) collector.addOf(node, ({ kind }) => kind === 'guidance');
  const modelNodes = modelChain(traced, generators);
  for (const node of modelNodes) collector.addOf(node, ({ kind }) => kind === 'model');
  // Loaders that no sampler reads in a known way.
  if (!collector.has('model')) for (const node of nodes) collector.addOf(node, ({ kind }) => kind === 'model');
  for (const node of nodes) collector.addOf(node, ({ kind }) => kind === 'vae');
  const { values, sizes } = collector;
  const ofKind = (kind: ValueKind) => values.filter((value) => value.kind === kind);
  const apart = new Set<ValueKind>(['model', 'vae', 'seed', 'width', 'height']);
  return {
    models: ofKind('model'),
    loras: findLoras(traced, modelNodes),
    vaes: ofKind('vae'),
    seeds: ofKind('seed'),
    sizes,
    settings: values.filter(({ kind }) => !apart.has(kind)),
    files: findFiles(traced),
  };
}

/** Nodes from the models to the samplers, as far as they are found by links of models. */
function modelChain(traced: TracedGraph, generators: readonly GraphNode[]): GraphNode[] {
  const isModelLink = (node: GraphNode, input: string) => {
    const type = traced.specOf(node, input)?.type;
    if (type !== undefined && type !== '*') return /MODEL|LORA/.test(type) && !/CLIP_VISION|UPSCALE/.test(type);
    return MODEL_LINK.test(baseName(input)) || Object.keys(node.inputs).length === 1;
  };
  const chain = new Set<GraphNode>();
  for (const node of generators) {
    const helpers = upstreamOf(traced.graph, [node], (_reader, input) => HELPER_LINK.test(baseName(input)));
    const own = upstreamOf(traced.graph, [node, ...helpers], isModelLink);
    // Loaders with everything in one node are generators themselves.
    for (const link of [node, ...helpers, ...own].reverse()) chain.add(link);
  }
  return [...chain];
}

class ValueCollector {
  readonly values: MainValue[] = [];
  readonly sizes: SizeValue[] = [];
  private readonly seen = new Set<string>();
  private readonly traced: TracedGraph;

  constructor(traced: TracedGraph) {
    this.traced = traced;
  }

  has(kind: ValueKind): boolean {
    return this.values.some((value) => value.kind === kind);
  }

  addOf(node: GraphNode, isWanted: (value: MainValue) => boolean): void {
    for (const input of Object.keys(node.inputs)) {
      const kind = kindOfName(baseName(input));
      const value = kind && this.read(node, input, kind);
      if (value && isWanted(value)) this.add(value);
    }
  }

  /** The name of the sampler is that of a class in some workflows. */
  addClass(helper: GraphNode): void {
    const isOf = (type: string) => this.traced.outputsOf(helper)?.includes(type) ?? false;
    const names = Object.keys(helper.inputs);
    if (isOf('SAMPLER') && !names.includes('sampler_name')) this.addText(helper, 'sampler');
    if (isOf('SIGMAS') && names.includes('steps') && !names.includes('scheduler')) this.addText(helper, 'scheduler');
  }

  /** Partner nodes have the name of the model as a choice. */
  addModelName(node: GraphNode): void {
    const value = ownInput(node, 'model') ?? ownInput(node, 'model_name');
    const input = Object.hasOwn(node.inputs, 'model') ? 'model' : 'model_name';
    if (typeof value === 'string') this.add({ kind: 'model', nodeId: node.id, input, value });
  }

  /** Adds the size of each result: that of the sampler, else of the nearest node that its latent comes from. */
  addSize(starts: readonly GraphNode[], stops: ReadonlySet<GraphNode>): void {
    const own = starts.flatMap((node) => this.sizeOf(node) ?? []);
    if (own[0]) return this.addSizeValue(own[0]);
    const sized = new Set<GraphNode>();
    upstreamOf(this.traced.graph, starts.slice(0, 1), (reader, input, source) => {
      if (sized.has(reader) || (stops.has(source) && !starts.includes(source))) return false;
      if (!this.isLatentLink(reader, input)) return false;
      const size = this.sizeOf(source);
      if (!size) return true;
      sized.add(source);
      this.addSizeValue(size);
      this.addOf(source, ({ kind }) => SIZE_KINDS.has(kind));
      return false;
    });
  }

  private addSizeValue(size: SizeValue): void {
    const { width, height } = size;
    const key = `${width.nodeId} ${width.input} ${height.nodeId} ${height.input}`;
    if (this.seen.has(key)) return;
    this.seen.add(key);
    this.sizes.push(size);
  }

  private isLatentLink(node: GraphNode, input: string): boolean {
    const type = this.traced.specOf(node, input)?.type;
    if (type !== undefined && type !== '*') return /LATENT|IMAGE|VIDEO/.test(type);
    return LATENT_LINK.test(baseName(input)) || Object.keys(node.inputs).length === 1;
  }

  private sizeOf(node: GraphNode): SizeValue | null {
    const width = this.read(node, 'width', 'width');
    const height = this.read(node, 'height', 'height');
    return width && height ? { width, height } : null;
  }

  private read(node: GraphNode, input: string, kind: ValueKind): MainValue | null {
    const written = writtenValue(this.traced, node.id, input);
    if (!written || (NUMERIC.has(kind) && !isNumber(written.value))) return null;
    const isScalar = isNumber(written.value) || (typeof written.value === 'string' && written.value !== '');
    return isScalar ? { kind, ...written } : null;
  }

  private addText(node: GraphNode, kind: ValueKind): void {
    this.add({ kind, nodeId: node.id, input: '', value: node.classType });
  }

  private add(value: MainValue): void {
    const key = `${value.nodeId} ${value.input} ${value.kind}`;
    if (this.seen.has(key)) return;
    this.seen.add(key);
    this.values.push(value);
  }
}

function findFiles(traced: TracedGraph): MainValue[] {
  return traced.nodes.flatMap((node) =>
    Object.entries(node.inputs).flatMap(([input, value]): MainValue[] => {
      const isNamed = typeof value === 'string' && value !== '';
      const spec = traced.specOf(node, input);
      const isFile = spec ? spec.media !== undefined : node.classType.startsWith('Load') && FILE_INPUT.test(input);
      return isAssetReference(value) || (isFile && isNamed) ? [{ kind: 'file', nodeId: node.id, input, value }] : [];
    }),
  );
}
