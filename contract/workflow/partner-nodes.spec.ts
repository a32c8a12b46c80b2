import { expect, it } from 'vitest';
import { partnerClasses } from './partner-nodes';

const definition = (name: string, isPartner: boolean) => ({
  name,
  input: {},
  ...(isPartner ? { api_node: true } : {}),
});

it('partner nodes are detected by the definitions if there are any', () => {
  const definitions = { Kling: definition('Kling', false), Own: definition('Own', true) };
  expect(partnerClasses(['Own', 'Kling', 'Own'], definitions)).toEqual(['Own']);
});

it.each([
  [['KSampler', 'SaveImage', 'LoadImage', 'FluxGuidance', 'WanImageToVideo', 'VAEDecode'], []],
  [
    ['KlingTextToVideoNode', 'OpenAIGPTImage1', 'FluxProUltraImageNode', 'WanTextToVideoApi', 'SaveImage'],
    ['FluxProUltraImageNode', 'KlingTextToVideoNode', 'OpenAIGPTImage1', 'WanTextToVideoApi'],
  ],
])('partner nodes are detected by name otherwise: %j', (names, found) => {
  expect(partnerClasses(names, null)).toEqual(found);
  expect(partnerClasses(names, {})).toEqual(found);
});
