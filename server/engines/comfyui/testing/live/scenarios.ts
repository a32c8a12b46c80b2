type Graph = Record<string, { class_type: string; inputs: Record<string, unknown> }>;

/** Graphs to record on a real ComfyUI. All run on a CPU without model weights. */
export interface Scenario {
  name: string;
  graph: Graph;
  /** Default true: requests previews that name their node. */
  withFlags?: boolean;
  /** Interrupted after this many images. */
  stopAfterSteps?: number;
}

/** Nodes that an earlier run cached would not run again, so every recording has a distinct color. */
const COLOR = Math.floor(Math.random() * 0xffffff);
const image = (size: number, count = 1, color = COLOR) => ({
  class_type: 'EmptyImage',
  inputs: { width: size, height: size, batch_size: count, color },
});
const save = (source: string, prefix: string) => ({
  class_type: 'SaveImage',
  inputs: { images: [source, 0], filename_prefix: prefix },
});

const kinds: Graph = {
  1: image(16, 2),
  2: save('1', 'recorded/still'),
  3: { class_type: 'PreviewImage', inputs: { images: ['1', 0] } },
  4: { class_type: 'PreviewAny', inputs: { source: ['5', 0] } },
  5: { class_type: 'PrimitiveString', inputs: { value: 'A line of text' } },
  6: {
    class_type: 'SaveAnimatedWEBP',
    inputs: { images: ['1', 0], filename_prefix: 'loop', fps: 6, lossless: true, quality: 80, method: 'default' },
  },
  7: { class_type: 'CreateVideo', inputs: { images: ['1', 0], fps: 6 } },
  8: {
    class_type: 'SaveVideo',
    inputs: { video: ['7', 0], filename_prefix: 'recorded/film', format: 'auto', codec: 'auto' },
  },
  9: { class_type: 'EmptyLatentImage', inputs: { width: 16, height: 16, batch_size: 1 } },
  10: { class_type: 'SaveLatent', inputs: { samples: ['9', 0], filename_prefix: 'recorded/latent' } },
  11: { class_type: 'EmptyAudio', inputs: { duration: 0.1, sample_rate: 8000, channels: 1 } },
  12: { class_type: 'SaveAudio', inputs: { audio: ['11', 0], filename_prefix: 'recorded/sound' } },
  13: { class_type: 'Preview3D', inputs: { model_file: 'recorded/shape.glb' } },
};

const frames = (count: number, color: number, size = 16): Graph => ({
  1: image(size, count, color),
  2: { class_type: 'SaveImageWebsocket', inputs: { images: ['1', 0] } },
  3: save('1', 'recorded/frames'),
});

export const SCENARIOS: readonly Scenario[] = [
  { name: 'output-kinds', graph: kinds },
  { name: 'all-cached', graph: kinds },
  { name: 'one-save', graph: { 1: image(16, 3, COLOR + 4), 3: save('1', 'recorded/one') } },
  { name: 'steps-and-frames', graph: frames(3, COLOR) },
  { name: 'frames-without-metadata', graph: frames(2, COLOR + 1), withFlags: false },
  {
    name: 'node-fails',
    graph: {
      1: image(16),
      2: save('1', 'recorded/before-failure'),
      5: {
        class_type: 'ImageCompositeMasked',
        inputs: { destination: ['1', 0], source: ['1', 0], x: 0, y: 0, resize_source: false, mask: ['6', 0] },
      },
      6: { class_type: 'ImageToMask', inputs: { image: ['7', 0], channel: 'red' } },
      7: { class_type: 'ImageBatch', inputs: { image1: ['1', 0], image2: ['8', 0] } },
      8: { class_type: 'JoinImageWithAlpha', inputs: { image: ['1', 0], alpha: ['9', 0] } },
      9: { class_type: 'SolidMask', inputs: { value: 1, width: 16, height: 16 } },
      10: save('5', 'recorded/never'),
    },
  },
  {
    name: 'refused',
    graph: {
      1: { class_type: 'EmptyImage', inputs: { width: 16, height: 16, batch_size: 1 } },
      2: save('1', 'recorded/refused'),
      3: { class_type: 'LoadImage', inputs: { image: 'is-not-there.png' } },
      4: { class_type: 'PreviewImage', inputs: { images: ['3', 0] } },
    },
  },
  { name: 'unknown-class', graph: { 1: { class_type: 'NoSuchClass', inputs: {} } } },
  {
    name: 'partly-refused',
    graph: {
      1: image(16, 1, COLOR + 2),
      2: save('1', 'recorded/partly'),
      3: { class_type: 'LoadImage', inputs: { image: 'is-not-there.png' } },
      4: { class_type: 'PreviewImage', inputs: { images: ['3', 0] } },
    },
  },
  { name: 'interrupted', graph: frames(200, COLOR + 3, 512), stopAfterSteps: 2 },
];

/** Classes whose definitions are recorded. */
export const CLASSES = [
  'EmptyImage',
  'SaveImage',
  'PreviewImage',
  'LoadImage',
  'LoadAudio',
  'LoadVideo',
  'LoadLatent',
  'LoadImageOutput',
  'SaveImageWebsocket',
  'PreviewAny',
  'PrimitiveString',
  'SaveAnimatedWEBP',
  'CreateVideo',
  'SaveVideo',
  'EmptyLatentImage',
  'SaveLatent',
  'EmptyAudio',
  'SaveAudio',
  'Preview3D',
  'WebcamCapture',
  'Load3D',
  'KSampler',
  'CheckpointLoaderSimple',
  'UpscaleModelLoader',
];
