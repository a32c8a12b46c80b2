/**
 * Outputs in the shapes of real model families (docs/api-notes.md, Outputs of model families), with fictional values.
 */

/** Image of one pixel. */
export const PNG_BASE64 =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const JPEG_BASE64 = `/9j/4AAQSkZJRgABAQ${'A'.repeat(80)}`;
const MP4_BASE64 = `AAAAGGZ0eXBtcDQy${'A'.repeat(80)}`;
const MP3_BASE64 = `//uQxAAA${'A'.repeat(80)}`;

export const ANSWERS = {
  bfl: {
    id: 'b7c2',
    status: 'Ready',
    progress: null,
    result: {
      sample: 'https://media.example/bfl/9f/sample?X-Goog-Date=20261121T090000Z&X-Goog-Expires=86400',
      seed: 4_052_217_340,
      prompt: 'a harbour at dawn',
    },
  },
  openaiImages: {
    created: 1_795_000_000,
    data: [{ b64_json: PNG_BASE64 }, { b64_json: JPEG_BASE64 }],
    size: '1024x1024',
  },
  gemini: {
    candidates: [
      {
        content: {
          role: 'model',
          parts: [
            { text: 'I weighed two compositions.', thought: true },
            { text: 'Here is the harbour.' },
            { inlineData: { mimeType: 'image/png', data: PNG_BASE64 } },
            { fileData: { mimeType: 'image/webp', fileUri: 'https://files.example/v1/abc123' } },
          ],
        },
        finishReason: 'STOP',
      },
    ],
  },
  seedream: {
    model: 'seedream-4',
    data: [{ url: 'https://cdn.example/seedream/1.jpeg', size: '2048x2048' }, { b64_json: JPEG_BASE64 }],
  },
  seedance: {
    id: 'cgt-1',
    status: 'succeeded',
    content: { video_url: 'https://media.example/a/clip', last_frame_url: 'https://media.example/a/last.png' },
  },
  wan: {
    output: {
      task_status: 'SUCCEEDED',
      results: [
        { url: 'https://wan.example/1.png' },
        { code: 'DataInspectionFailed', message: 'Output may be inappropriate.' },
      ],
    },
    request_id: 'r-1',
  },
  wanVideo: { output: { video_url: 'https://wan.example/film.mp4?Expires=1795000000' } },
  veo: {
    name: 'operations/7',
    done: true,
    response: {
      raiMediaFilteredCount: 1,
      videos: [
        { bytesBase64Encoded: MP4_BASE64, mimeType: 'video/mp4' },
        { gcsUri: 'https://media.example/veo/2', mimeType: 'video/mp4' },
      ],
    },
  },
  kling: {
    code: 0,
    message: 'SUCCEED',
    data: {
      task_status: 'succeed',
      task_result: {
        videos: [
          { id: 'v', url: 'https://kling.example/v.mp4', watermark_url: 'https://kling.example/w.mp4', duration: '5' },
        ],
      },
    },
  },
  runway: {
    id: 'rw',
    status: 'SUCCEEDED',
    output: ['https://runway.example/a.mp4?sig=1', 'https://runway.example/b.mp4?sig=2'],
  },
  minimax: { task: { status: 'succeeded', content: { url: 'https://media.example/minimax/clip.mp4' } } },
  xai: { data: [{ url: 'https://media.example/x/1', mime_type: 'image/jpeg' }] },
  xaiRefused: { block_reason: 'SAFETY', data: [] },
  ideogram: {
    created: '2026-11-21T09:00:00Z',
    data: [
      { url: 'https://ideogram.example/1.png', is_image_safe: true },
      { url: null, is_image_safe: false },
    ],
  },
  recraft: { data: [{ url: 'https://recraft.example/vector', image_id: 'i1' }], credits: 40 },
  krea: { job_id: 'k', result: { urls: ['https://krea.example/1.webp', 'https://krea.example/2.webp'] } },
  ltx: { result: { video_url: 'https://ltx.example/v' } },
  meshy: {
    id: 'm',
    status: 'SUCCEEDED',
    model_urls: {
      glb: 'https://meshy.example/m.glb?Expires=4',
      fbx: 'https://meshy.example/m.fbx',
      obj: 'https://meshy.example/m',
    },
    thumbnail_url: 'https://meshy.example/preview.png',
  },
  anthropic: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'The user wants two words.', signature: 'EqQBCkYIAxABGAIiQL8s'.repeat(6) },
      { type: 'text', text: 'Grey cranes.' },
    ],
    stop_reason: 'end_turn',
    usage: { input_tokens: 12, output_tokens: 4 },
  },
  openaiChat: {
    choices: [{ index: 0, message: { role: 'assistant', content: 'Grey cranes.' }, finish_reason: 'length' }],
  },
  elevenlabsTimestamps: {
    audio_base64: MP3_BASE64,
    alignment: { characters: ['a', 'b'], character_start_times_seconds: [0, 0.1] },
  },
  structured: { labels: [{ name: 'crane', score: 0.93 }], sha256: 'a3f1'.repeat(16), mime_type: 'image/png' },
} as const;
