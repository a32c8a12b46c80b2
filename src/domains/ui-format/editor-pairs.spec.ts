import { describe, expect, it } from 'vitest';
import { readDefinitions as readObjectInfo } from '@server/engines/comfyui/definitions/definitions-reader';
import { fillIn } from '../drafts/fill-ins';
import { readDefinitions } from '../read-definitions';
import { convertUiText } from './convert-ui-workflow';
import { differences } from './testing/compare-graphs';
import { EDITOR_PAIRS, withoutModels, type PlainGraph } from '@server/engines/comfyui/testing/editor-pairs';

const { definitions, pairs } = EDITOR_PAIRS;

/** None of the pairs has a date or a choice. */
const MOMENT = { now: new Date(0), random: () => 0 };

/** Definitions as the page gets them: read by the gateway, served as JSON, and parsed again. */
async function pageDefinitions(objectInfo: string) {
  const read = readDefinitions(JSON.parse(JSON.stringify(await readObjectInfo(objectInfo))));
  if (!read) throw new Error('The definitions cannot be read');
  return read;
}

describe('workflows of ComfyUI’s editor', () => {
  it.each(pairs)('$name: becomes the graph that the editor queues', async ({ workflow, prompt }) => {
    for (const objectInfo of [JSON.stringify(definitions), withoutModels(EDITOR_PAIRS)]) {
      const served = await pageDefinitions(objectInfo);
      const result = convertUiText(JSON.stringify(workflow), served);
      if (!result.ok) throw new Error(JSON.stringify(result.problems));
      const sent = fillIn(result.text, result.fillIns, MOMENT);
      expect(differences(JSON.parse(sent) as PlainGraph, prompt, served)).toEqual([]);
    }
  });
});
