import { expect, it } from 'vitest';
import { partnerClasses } from './partner-nodes';

const definition = (name: string, isPartner: boolean) => ({
  name,
  input: {},
  ...(isPartner ? { api_node: true } : {}),
});

it('goes by the definitions where there are any', () => {
  const definitions = { Kling: definition('Kling', false), Own: definition('Own', true) };
  expect(partnerClasses(['Own', 'Kling', 'Own'], definitions)).toEqual(['Own']);
});

it.each([
  [['KSampler', 'SaveImage', 'LoadImage', 'FluxGuidance', 'WanImageToVideo', 'VAEDecode'], []],
  [
    ['KlingTextToVideoNode', 'OpenAIGPTImage1', 'FluxProUltraImageNode', 'WanTextToVideoApi', 'SaveImage'],
    ['FluxProUltraImageNode', 'KlingTextToVideoNode', 'OpenAIGPTImage1', 'WanTextToVideoApi'],
  ],
])('goes by names elsewhere: %j', (names, found) => {
  expect(partnerClasses(names, null)).toEqual(found);
  expect(partnerClasses(names, {})).toEqual(found);
});
