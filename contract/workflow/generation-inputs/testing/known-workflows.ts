/** Workflows in API format, shaped as those that ComfyUI's templates and users export. */

type Node = { class_type: string; inputs: Record<string, unknown>; _meta?: { title: string } };
export type Workflow = Record<string, Node>;

const node = (class_type: string, inputs: Record<string, unknown>, title?: string): Node =>
  title === undefined ? { class_type, inputs } : { class_type, inputs, _meta: { title } };

const SAMPLING = { seed: 156680208700286, steps: 20, cfg: 8, sampler_name: 'euler', scheduler: 'normal', denoise: 1 };

export const SD15: Workflow = {
  '3': node('KSampler', {
    ...SAMPLING,
    steps: 30,
    cfg: 6.5,
    sampler_name: 'dpmpp_2m',
    scheduler: 'karras',
    model: ['4', 0],
    // Titles and order say the opposite: only the links count.
    positive: ['6', 0],
    negative: ['7', 0],
    latent_image: ['5', 0],
  }),
  '4': node('CheckpointLoaderSimple', { ckpt_name: 'sd15/v1-5-pruned-emaonly.safetensors' }),
  '5': node('EmptyLatentImage', { width: 768, height: 512, batch_size: 4 }),
  '7': node('CLIPTextEncode', { text: 'text, watermark', clip: ['4', 1] }, 'Positive prompt'),
  '6': node('CLIPTextEncode', { text: 'glass bottle, galaxy', clip: ['4', 1] }, 'Negative prompt'),
  '8': node('VAEDecode', { samples: ['3', 0], vae: ['4', 2] }),
  '9': node('SaveImage', { filename_prefix: 'lake', images: ['8', 0] }),
};

export const SDXL_REFINER: Workflow = {
  '4': node('CheckpointLoaderSimple', { ckpt_name: 'sd_xl_base_1.0.safetensors' }),
  '5': node('EmptyLatentImage', { width: 1216, height: 832, batch_size: 1 }),
  '6': node('CLIPTextEncodeSDXL', {
    width: 4096,
    height: 4096,
    crop_w: 0,
    crop_h: 0,
    target_width: 4096,
    target_height: 4096,
    text_g: 'a mountain lake',
    text_l: 'gouache, soft grain',
    clip: ['4', 1],
  }),
  '7': node('CLIPTextEncode', { text: 'people', clip: ['4', 1] }),
  '10': node('KSamplerAdvanced', {
    add_noise: 'enable',
    noise_seed: 721897303308196,
    steps: 25,
    cfg: 8,
    sampler_name: 'euler',
    scheduler: 'normal',
    start_at_step: 0,
    end_at_step: 20,
    return_with_leftover_noise: 'enable',
    model: ['4', 0],
    positive: ['6', 0],
    negative: ['7', 0],
    latent_image: ['5', 0],
  }),
  '11': node('KSamplerAdvanced', {
    add_noise: 'disable',
    noise_seed: 0,
    steps: 25,
    cfg: 7,
    sampler_name: 'euler',
    scheduler: 'normal',
    start_at_step: 20,
    end_at_step: 10000,
    return_with_leftover_noise: 'disable',
    model: ['12', 0],
    positive: ['15', 0],
    negative: ['16', 0],
    latent_image: ['10', 0],
  }),
  '12': node('CheckpointLoaderSimple', { ckpt_name: 'sd_xl_refiner_1.0.safetensors' }),
  '15': node('CLIPTextEncode', { text: 'a mountain lake', clip: ['12', 1] }),
  '16': node('CLIPTextEncode', { text: 'people, noise', clip: ['12', 1] }),
  '17': node('VAEDecode', { samples: ['11', 0], vae: ['12', 2] }),
  '19': node('SaveImage', { filename_prefix: 'ComfyUI', images: ['17', 0] }),
};

export const FLUX: Workflow = {
  '5': node('EmptySD3LatentImage', { width: 1024, height: 576, batch_size: 1 }),
  '6': node('CLIPTextEncodeFlux', {
    clip: ['11', 0],
    clip_l: 'anime girl',
    t5xxl: 'an anime girl with fennec ears',
    guidance: 3.5,
  }),
  '8': node('VAEDecode', { samples: ['13', 0], vae: ['10', 0] }),
  '9': node('SaveImage', { filename_prefix: 'ComfyUI', images: ['8', 0] }),
  '10': node('VAELoader', { vae_name: 'ae.safetensors' }),
  '11': node('DualCLIPLoader', {
    clip_name1: 't5xxl_fp16.safetensors',
    clip_name2: 'clip_l.safetensors',
    type: 'flux',
  }),
  '12': node('UNETLoader', { unet_name: 'flux1-dev.safetensors', weight_dtype: 'default' }),
  '13': node('SamplerCustomAdvanced', {
    noise: ['25', 0],
    guider: ['22', 0],
    sampler: ['16', 0],
    sigmas: ['17', 0],
    latent_image: ['5', 0],
  }),
  '16': node('KSamplerSelect', { sampler_name: 'euler' }),
  '17': node('BasicScheduler', { scheduler: 'simple', steps: 20, denoise: 1, model: ['30', 0] }),
  '22': node('BasicGuider', { model: ['30', 0], conditioning: ['26', 0] }),
  '25': node('RandomNoise', { noise_seed: 219670278747233 }),
  '26': node('FluxGuidance', { guidance: 3, conditioning: ['6', 0] }),
  '30': node('ModelSamplingFlux', { max_shift: 1.15, base_shift: 0.5, width: 1024, height: 576, model: ['12', 0] }),
};

export const CONTROL_NET: Workflow = {
  ...SD15,
  '3': node('KSampler', {
    ...SAMPLING,
    model: ['4', 0],
    positive: ['21', 0],
    negative: ['21', 1],
    latent_image: ['5', 0],
  }),
  '20': node('ControlNetApplyAdvanced', {
    strength: 0.8,
    start_percent: 0,
    end_percent: 1,
    positive: ['24', 0],
    negative: ['7', 0],
    control_net: ['22', 0],
    image: ['23', 0],
  }),
  '21': node('ControlNetApplyAdvanced', {
    strength: 0.5,
    start_percent: 0,
    end_percent: 1,
    positive: ['20', 0],
    negative: ['20', 1],
    control_net: ['22', 0],
    image: ['23', 0],
  }),
  '22': node('ControlNetLoader', { control_net_name: 'canny.safetensors' }),
  '23': node('LoadImage', { image: 'pose.png' }),
  '24': node('ConditioningCombine', { conditioning_1: ['6', 0], conditioning_2: ['25', 0] }),
  '25': node('ConditioningSetArea', {
    width: 64,
    height: 64,
    x: 0,
    y: 0,
    strength: 1,
    conditioning: ['26', 0],
  }),
  '26': node('CLIPTextEncode', { text: 'a moon', clip: ['4', 1] }),
};

export const LORA_STACK: Workflow = {
  ...SD15,
  '3': node('KSampler', {
    ...SAMPLING,
    model: ['32', 0],
    positive: ['6', 0],
    negative: ['7', 0],
    latent_image: ['5', 0],
  }),
  '30': node('LoraLoader', {
    lora_name: 'gouache_v2.safetensors',
    strength_model: 0.8,
    strength_clip: 0.6,
    model: ['4', 0],
    clip: ['4', 1],
  }),
  '31': node('LoraLoaderModelOnly', { lora_name: 'soft_grain.safetensors', strength_model: 0.35, model: ['30', 0] }),
  '32': node('Power Lora Loader (rgthree)', {
    lora_1: { on: true, lora: 'third.safetensors', strength: 1 },
    lora_2: { on: false, lora: 'unused.safetensors', strength: 1 },
    model: ['31', 0],
    clip: ['30', 1],
  }),
};

export const IMAGE_TO_IMAGE: Workflow = {
  ...SD15,
  '3': node('KSampler', {
    ...SAMPLING,
    denoise: 0.55,
    model: ['4', 0],
    positive: ['6', 0],
    negative: ['7', 0],
    latent_image: ['10', 0],
  }),
  '10': node('VAEEncode', { pixels: ['11', 0], vae: ['4', 2] }),
  '11': node('ImageScale', { upscale_method: 'lanczos', width: 640, height: 448, crop: 'center', image: ['12', 0] }),
  '12': node('LoadImage', { image: 'photo.png' }),
};

/** Ids as in a flattened subgraph. */
export const VIDEO: Workflow = {
  '37': node('UNETLoader', { unet_name: 'wan2.1_i2v_480p_14B_fp16.safetensors', weight_dtype: 'default' }),
  '54': node('ModelSamplingSD3', { shift: 8, model: ['37', 0] }),
  '60:3': node('KSampler', {
    ...SAMPLING,
    model: ['54', 0],
    positive: ['60:50', 0],
    negative: ['60:50', 1],
    latent_image: ['60:50', 2],
  }),
  '60:50': node('WanImageToVideo', {
    width: 832,
    height: 480,
    length: 33,
    batch_size: 1,
    positive: ['60:6', 0],
    negative: ['60:7', 0],
    vae: ['39', 0],
    start_image: ['52', 0],
  }),
  '60:6': node('CLIPTextEncode', { text: 'a fox runs', clip: ['38', 0] }),
  '60:7': node('CLIPTextEncode', { text: 'static', clip: ['38', 0] }),
  '38': node('CLIPLoader', { clip_name: 'umt5_xxl.safetensors', type: 'wan' }),
  '39': node('VAELoader', { vae_name: 'wan_2.1_vae.safetensors' }),
  '52': node('LoadImage', { image: 'first.png' }),
  '8': node('VAEDecode', { samples: ['60:3', 0], vae: ['39', 0] }),
  '28': node('SaveAnimatedWEBP', {
    filename_prefix: 'ComfyUI',
    fps: 16,
    lossless: false,
    quality: 90,
    method: 'default',
    images: ['8', 0],
  }),
};
