/**
 * Workflows built with the interface of ComfyUI's editor, by name: what templates rarely have, or have in one form only. Each is the
 * body of a function in the editor's page.
 */
const PRELUDE = `
  const add = (type, values = {}, at = app.graph) => {
    const node = LiteGraph.createNode(type);
    at.add(node);
    for (const [name, value] of Object.entries(values)) {
      const widget = node.widgets.find((each) => each.name === name);
      if (!widget) throw new Error(type + ' has no widget ' + name);
      widget.value = value;
      widget.callback?.(value);
    }
    return node;
  };
  const connect = (from, slot, to, name) => {
    const input = to.inputs.findIndex((each) => each.name === name);
    if (input < 0) throw new Error(to.type + ' has no input ' + name);
    from.connect(slot, to, input);
  };
  const pause = () => new Promise((resolve) => setTimeout(resolve, 30));
`;

const SCRIPTS: Readonly<Record<string, string>> = {
  'video, default format': `
    const image = add('EmptyImage'); const video = add('CreateVideo'); const save = add('SaveVideo');
    connect(image, 0, video, 'images'); connect(video, 0, save, 'video');`,
  'video, other format and codec': `
    const image = add('EmptyImage'); const video = add('CreateVideo', { fps: 12 }); const save = add('SaveVideo');
    const set = async (name, value) => { const w = save.widgets.find((each) => each.name === name); w.value = value; w.callback?.(value); await pause(); };
    await set('format', 'mp4'); await set('format.codec', 'h264');
    connect(image, 0, video, 'images'); connect(video, 0, save, 'video');`,
  'image of a chosen format': `
    const image = add('EmptyImage'); const save = add('SaveImageAdvanced'); connect(image, 0, save, 'images');`,
  'resized by a factor': `
    const image = add('EmptyImage'); const size = add('ResizeImageMaskNode');
    const how = size.widgets.find((each) => each.name === 'resize_type');
    how.value = how.options.values.find((each) => /multiplier/.test(each)) ?? how.value; how.callback?.(how.value); await pause();
    connect(image, 0, size, 'input'); const show = add('PreviewAny'); connect(size, 0, show, 'source');`,
  'comparison of two images': `
    const left = add('EmptyImage', { width: 64 }); const right = add('EmptyImage', { width: 32 }); const compare = add('ImageCompare');
    connect(left, 0, compare, 'image_a'); connect(right, 0, compare, 'image_b');`,
  'list made in the editor': `
    const list = add('CustomCombo'); const show = add('PreviewAny'); connect(list, 0, show, 'source');`,
  'growing group with three images': `
    const batch = add('BatchImagesNode');
    for (let index = 0; index < 3; index += 1) {
      const image = add('EmptyImage', { width: 16 * (index + 1) });
      const free = batch.inputs.findIndex((each) => each.name.startsWith('images.') && each.link == null);
      image.connect(0, batch, free); await pause();
    }
    const save = add('SaveImage'); connect(batch, 0, save, 'images');`,
  primitive: `
    const image = add('EmptyImage'); const value = LiteGraph.createNode('PrimitiveNode'); app.graph.add(value);
    connect(value, 0, image, 'width'); await pause(); value.widgets[0].value = 96; value.widgets[0].callback?.(96);
    const save = add('SaveImage'); connect(image, 0, save, 'images');`,
  'primitive through a reroute': `
    const image = add('EmptyImage', { width: 64 }); const value = LiteGraph.createNode('PrimitiveNode'); app.graph.add(value);
    const reroute = LiteGraph.createNode('Reroute'); app.graph.add(reroute);
    reroute.connect(0, image, image.inputs.findIndex((each) => each.name === 'width')); value.connect(0, reroute, 0); await pause();
    if (value.widgets?.[0]) { value.widgets[0].value = 512; }
    const save = add('SaveImage'); connect(image, 0, save, 'images');`,
  'loaded image in a subgraph': `
    const image = add('LoadImage'); const save = add('SaveImage'); connect(image, 0, save, 'images'); await pause();
    app.graph.convertToSubgraph(new Set([image])); await pause();`,
  'prompt and sampler in a subgraph': `
    const model = add('CheckpointLoaderSimple'); const prompt = add('CLIPTextEncode', { text: 'a fox' });
    const latent = add('EmptyLatentImage', { width: 768 }); const sampler = add('KSampler', { steps: 7, seed: 99 });
    connect(model, 1, prompt, 'clip'); connect(model, 0, sampler, 'model'); connect(prompt, 0, sampler, 'positive');
    connect(prompt, 0, sampler, 'negative'); connect(latent, 0, sampler, 'latent_image');
    const decode = add('VAEDecode'); connect(sampler, 0, decode, 'samples'); connect(model, 2, decode, 'vae');
    const save = add('SaveImage'); connect(decode, 0, save, 'images'); await pause();
    app.graph.convertToSubgraph(new Set([prompt, sampler])); await pause();`,
  'choices in braces and a comment': `
    const text = add('CLIPTextEncode', { text: 'a \\\\{fox\\\\} /* not this */ // nor this' }); const model = add('CheckpointLoaderSimple');
    connect(model, 1, text, 'clip'); const show = add('PreviewAny'); connect(text, 0, show, 'source');`,
  'comment in the prompt of a subgraph': `
    const model = add('CheckpointLoaderSimple'); const prompt = add('CLIPTextEncode', { text: 'a /* big */ {fox}' });
    connect(model, 1, prompt, 'clip'); const show = add('PreviewAny'); connect(prompt, 0, show, 'source'); await pause();
    app.graph.convertToSubgraph(new Set([prompt])); await pause();`,
  'comment in a primitive prompt': `
    const model = add('CheckpointLoaderSimple'); const prompt = add('CLIPTextEncode'); const value = LiteGraph.createNode('PrimitiveNode');
    app.graph.add(value); connect(model, 1, prompt, 'clip'); connect(value, 0, prompt, 'text'); await pause();
    value.widgets[0].value = 'a /* big */ {fox}'; value.widgets[0].callback?.('a /* big */ {fox}');
    const show = add('PreviewAny'); connect(prompt, 0, show, 'source');`,
  'file name with values of nodes': `
    const image = add('EmptyImage', { width: 96 }); image.title = 'The size';
    const save = add('SaveImage', { filename_prefix: '%EmptyImage.width%/%The size.height%_%no.where%_100%' }); connect(image, 0, save, 'images');`,
  'muted and bypassed': `
    const image = add('EmptyImage'); const invert = add('ImageInvert'); const save = add('SaveImage'); const other = add('PreviewImage');
    connect(image, 0, invert, 'image'); connect(invert, 0, save, 'images'); connect(invert, 0, other, 'images');
    invert.mode = 4; other.mode = 2;`,
  'switch between any types': `
    const left = add('EmptyImage'); const right = add('EmptyImage'); const which = add('ComfySwitchNode'); const save = add('SaveImage');
    connect(left, 0, which, 'on_false'); connect(right, 0, which, 'on_true'); connect(which, 0, save, 'images');`,
  'curve and color': `
    const curve = add('CurveEditor'); const show = add('PreviewAny'); connect(curve, 0, show, 'source');`,
  'seeds with controls': `
    const model = add('CheckpointLoaderSimple'); const text = add('CLIPTextEncode'); const latent = add('EmptyLatentImage');
    const sampler = add('KSamplerAdvanced', { noise_seed: 7, control_after_generate: 'increment' });
    connect(model, 1, text, 'clip'); connect(model, 0, sampler, 'model'); connect(text, 0, sampler, 'positive');
    connect(text, 0, sampler, 'negative'); connect(latent, 0, sampler, 'latent_image');
    const decode = add('VAEDecode'); connect(sampler, 0, decode, 'samples'); connect(model, 2, decode, 'vae');
    const save = add('SaveImage'); connect(decode, 0, save, 'images');`,
};

export const EDGE_WORKFLOWS: ReadonlyMap<string, string> = new Map(
  Object.entries(SCRIPTS).map(([name, script]) => [name, PRELUDE + script]),
);
