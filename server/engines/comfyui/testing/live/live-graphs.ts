type Graph = Record<string, { class_type: string; inputs: Record<string, unknown> }>;

/**
 * Builds a graph that saves one image at once and another after some steps. The first one shows that ComfyUI has started the
 * graph, even if it is killed afterwards. Each color is used once, so that nothing is cached.
 * @param classType class that processes the last image
 */
export function markedGraph(prefix: string, name: string, steps: number, classType?: string): Graph {
  const color = Math.floor(Math.random() * 0xffffff);
  const graph: Graph = {
    0: { class_type: 'EmptyImage', inputs: { width: 512, height: 512, batch_size: 1, color } },
    begun: { class_type: 'SaveImage', inputs: { images: ['0', 0], filename_prefix: `${prefix}/begun-${name}` } },
  };
  let last = '0';
  for (let step = 1; step <= steps; step += 1) {
    const side = 1000 + (step % 2);
    const inputs = { image: [last, 0], upscale_method: 'lanczos', width: side, height: side, crop: 'disabled' };
    last = String(step);
    graph[last] = { class_type: 'ImageScale', inputs };
  }
  if (classType !== undefined) {
    graph['special'] = { class_type: classType, inputs: { image: [last, 0] } };
    last = 'special';
  }
  graph['saved'] = { class_type: 'SaveImage', inputs: { images: [last, 0], filename_prefix: `${prefix}/${name}` } };
  return graph;
}
