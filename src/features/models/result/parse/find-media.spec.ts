import { fc } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import { parseJson, type JsonValue } from '@contract/json/lossless';
import { findMedia } from './find-media';
import { pathText } from '@/shared/json-tree/json-path';
import { ANSWERS, PNG_BASE64 } from '../testing/response-fixtures';

/** Formats each file found as `path type location`, with an asterisk for secondary files. */
function found(response: unknown): string[] {
  return findMedia(parseJson(JSON.stringify(response))).map(({ path, contentType, isExtra, source }) => {
    const where = source.kind === 'link' ? new URL(source.url).pathname : `inline ${source.sizeBytes}`;
    return `${pathText(path)}${isExtra ? '*' : ''} ${contentType || '?'} ${where}`;
  });
}

describe('files in responses of known families', () => {
  it.each<[keyof typeof ANSWERS, string[]]>([
    ['bfl', ['result.sample image/* /bfl/9f/sample']],
    ['openaiImages', ['data[0].b64_json image/png inline 70', 'data[1].b64_json image/jpeg inline 73']],
    [
      'gemini',
      [
        'candidates[0].content.parts[2].inlineData.data image/png inline 70',
        'candidates[0].content.parts[3].fileData.fileUri image/webp /v1/abc123',
      ],
    ],
    ['seedream', ['data[0].url image/jpeg /seedream/1.jpeg', 'data[1].b64_json image/jpeg inline 73']],
    ['seedance', ['content.video_url video/* /a/clip', 'content.last_frame_url* image/png /a/last.png']],
    ['wan', ['output.results[0].url image/png /1.png']],
    ['wanVideo', ['output.video_url video/mp4 /film.mp4']],
    [
      'veo',
      ['response.videos[0].bytesBase64Encoded video/mp4 inline 72', 'response.videos[1].gcsUri video/mp4 /veo/2'],
    ],
    [
      'kling',
      ['data.task_result.videos[0].url video/mp4 /v.mp4', 'data.task_result.videos[0].watermark_url* video/mp4 /w.mp4'],
    ],
    ['runway', ['output[0] video/mp4 /a.mp4', 'output[1] video/mp4 /b.mp4']],
    ['minimax', ['task.content.url video/mp4 /minimax/clip.mp4']],
    ['xai', ['data[0].url image/jpeg /x/1']],
    ['xaiRefused', []],
    ['ideogram', ['data[0].url image/png /1.png']],
    ['recraft', ['data[0].url ? /vector']],
    ['krea', ['result.urls[0] image/webp /1.webp', 'result.urls[1] image/webp /2.webp']],
    ['ltx', ['result.video_url video/* /v']],
    [
      'meshy',
      [
        'model_urls.glb model/gltf-binary /m.glb',
        'model_urls.fbx model/fbx /m.fbx',
        'model_urls.obj model/* /m',
        'thumbnail_url* image/png /preview.png',
      ],
    ],
    ['anthropic', []],
    ['openaiChat', []],
    ['elevenlabsTimestamps', ['audio_base64 audio/mpeg inline 66']],
    ['structured', []],
  ])('%s', (family, media) => {
    expect(found(ANSWERS[family])).toEqual(media);
  });

  it('R-2.86 include each video in whichever property it is', () => {
    const kinds = findMedia(parseJson(JSON.stringify(ANSWERS.veo))).map(({ source }) => source.kind);
    expect(kinds).toEqual(['inline', 'link']);
  });

  it('R-2.71 R-2.90 include URLs and embedded bytes of the same response', () => {
    expect(found(ANSWERS.seedream)).toHaveLength(2);
  });
});

describe('files in responses of any other shape', () => {
  it('R-1.06 R-2.44 treat properties named data, error and status as normal properties', () => {
    const response = {
      data: { url: 'https://a.example/x.png' },
      error: null,
      status: 'ok',
      extra: [{ clip: 'https://a.example/y.webm' }],
    };
    expect(found(response)).toEqual(['data.url image/png /x.png', 'extra[0].clip video/webm /y.webm']);
  });

  it('include data URLs under any name, and raw base64 with a known signature', () => {
    expect(found({ a: `data:image/webp;base64,${'A'.repeat(80)}`, b: [PNG_BASE64] })).toEqual([
      'a image/webp inline 60',
      'b[0] image/png inline 70',
    ]);
  });

  it('have the type of their signature rather than that of their media type', () => {
    expect(found({ mimeType: 'image/jpeg', data: PNG_BASE64 })).toEqual(['data image/png inline 70']);
  });

  it('exclude service URLs, ids and web pages', () => {
    expect(
      found({
        status_url: 'https://a.example/s',
        cancel_url: 'https://a.example/c',
        see: 'https://a.example/page',
        id: 'Q'.repeat(90),
        url: 'not an address',
        script: 'javascript:alert(1)',
        file: 'gs://bucket/x.png',
      }),
    ).toEqual([]);
  });

  it('list inputs of the model after its outputs, and no file twice', () => {
    const url = 'https://a.example/out.png';
    expect(found({ input: { image_url: 'https://a.example/in.png' }, url, images: [{ url }] })).toEqual([
      'url image/png /out.png',
      'input.image_url* image/png /in.png',
    ]);
  });

  it('are found in any document, including deeply nested ones', () => {
    let deep: JsonValue = 'https://a.example/deep.png';
    for (let level = 0; level < 3000; level += 1) deep = level % 2 ? { a: deep } : [deep];
    expect(findMedia(deep)).toHaveLength(1);
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(findMedia(parseJson(text)).length).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});

it('finds files of unsupported types, so that they can be saved', () => {
  const found = findMedia({
    model_urls: { blend: 'https://cdn.example/a.blend', x3d: 'https://cdn.example/b.x3d?sig=1' },
    page: 'https://example.com/about.html',
    home: 'https://example.com/v1.2',
  });
  expect(found.map(({ path, contentType }) => [path.at(-1), contentType])).toEqual([
    ['blend', 'application/x-blender'],
    ['x3d', 'model/*'],
  ]);
});
