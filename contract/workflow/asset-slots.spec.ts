import { describe, expect, it } from 'vitest';
import { assetSlots } from './asset-slots';
import { readWorkflow } from './graph';
import type { NodeDefinitions } from './node-definitions';

function slotsOf(workflow: unknown, definitions: NodeDefinitions | null = null) {
  const result = readWorkflow(JSON.stringify(workflow));
  if (!result.ok) throw new Error(result.problem.message);
  return assetSlots(result.graph, definitions).map(({ nodeId, input, media }) => `${nodeId}.${input} ${media}`);
}

const reference = { __type: 'core/ASSET', info: { id: 'a' } };

describe('assetSlots', () => {
  it('uses the definition if there is one', () => {
    const definitions: NodeDefinitions = {
      Mine: {
        name: 'Mine',
        input: {
          required: { photo: [[], { image_upload: true }], tune: [[], { audio_upload: true }], text: ['STRING'] },
        },
      },
    };
    const workflow = { 1: { class_type: 'Mine', inputs: { photo: 'a', tune: 'b', text: 'c.png' } } };
    expect(slotsOf(workflow, definitions)).toEqual(['1.photo image', '1.tune audio']);
  });

  it('guesses from names and values if a surface has no definitions (J-1.30)', () => {
    expect(
      slotsOf({
        1: { class_type: 'LoadImage', inputs: { image: 'photo.png', upload: 'image' } },
        2: { class_type: 'LoadAudio', inputs: { audio: 'tune.wav' } },
        3: { class_type: 'LoadMyThing', inputs: { source: 'a.webp', mode: 'fast' } },
        4: { class_type: 'Other', inputs: { anything: reference, text: 'b.png' } },
        5: { class_type: 'LoadVideo', inputs: { file: 'film.mp4' } },
      }),
    ).toEqual(['1.image image', '2.audio audio', '3.source image', '4.anything image', '5.file video']);
  });

  it('ignores inputs that are linked to another node', () => {
    expect(slotsOf({ 1: { class_type: 'LoadImage', inputs: { image: ['2', 0] } }, 2: { class_type: 'A' } })).toEqual(
      [],
    );
  });
});
