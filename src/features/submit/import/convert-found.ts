import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import type { UiConversion } from '@/domains/ui-format/conversion-result';
import { loadCoreClasses, type CoreClasses } from '@/domains/ui-format/core-classes';
import { formatCount } from '@/lib/format';
import { EXPORT_API } from './read-workflow-text';
import type { FileParseResult, SingleParseResult } from './workflow-file-protocol';

/**
 * Converts the UI-format workflow of a file that has no other. Needs the node definitions of the server that is to run it, which are
 * loaded for such a file only; those that come with ComfyUI stand in for a server that lists none.
 */
export async function convertFound(
  found: FileParseResult,
  load: () => Promise<NodeDefinitions | null>,
  convert: (uiFormat: string, definitions: NodeDefinitions) => Promise<UiConversion>,
  loadCore: () => Promise<CoreClasses | null> = loadCoreClasses,
): Promise<FileParseResult> {
  const convertOne = async (result: SingleParseResult): Promise<SingleParseResult> => {
    if (result.kind !== 'media' && result.kind !== 'problem') return result;
    const uiFormat = result.found?.uiFormat;
    if (uiFormat === undefined) return result;
    const attempt = await convertWithCore(uiFormat, load, convert, loadCore);
    if (!attempt) return { ...result, ...explanationOf(result, NO_DEFINITIONS) };
    const { conversion, borrowed } = attempt;
    if (conversion.ok) {
      const { text, notes, seedModes, fillIns } = conversion;
      const source = result.kind === 'media' ? 'embedded' : 'json';
      return {
        kind: 'workflow',
        text,
        source,
        note: null,
        conversion: { notes: [...borrowed, ...notes], seedModes, fillIns },
      };
    }
    const nodeProblems = conversion.problems;
    return {
      ...result,
      ...explanationOf(result, [...borrowed, NOT_CONVERTED].join(' ')),
      title: 'This UI-format workflow cannot be converted',
      nodeProblems,
    };
  };
  if (found.kind !== 'archive') return convertOne(found);
  const members = [];
  for (const { name, result } of found.members) members.push({ name, result: await convertOne(result) });
  return { ...found, members };
}

/**
 * Converts with the classes of the server; those that come with ComfyUI stand in for what it lacks, since the draft can wait for a
 * server that has them. `null` if there are no definitions at all.
 */
async function convertWithCore(
  uiFormat: string,
  load: () => Promise<NodeDefinitions | null>,
  convert: (uiFormat: string, definitions: NodeDefinitions) => Promise<UiConversion>,
  loadCore: () => Promise<CoreClasses | null>,
): Promise<{ conversion: UiConversion; borrowed: string[] } | null> {
  const own = await load();
  const conversion = own && (await convert(uiFormat, own));
  if (conversion && (conversion.ok || conversion.unknownClasses.length === 0)) return { conversion, borrowed: [] };
  const core = await loadCore();
  if (!core) return conversion && { conversion, borrowed: [] };
  const { version, definitions } = core;
  if (!conversion) {
    const note = `This server does not list its node classes: those of ComfyUI ${version} were used.`;
    return { conversion: await convert(uiFormat, definitions), borrowed: [note] };
  }
  const lent = conversion.unknownClasses.filter((name) => Object.hasOwn(definitions, name)).length;
  if (lent === 0) return { conversion, borrowed: [] };
  const merged = await convert(uiFormat, { ...definitions, ...own });
  const verb = lent === 1 ? 'is' : 'are';
  const note = `${formatCount(lent, 'node class', 'node classes')} ${verb} not on this server: read as in ComfyUI ${version}.`;
  return { conversion: merged, borrowed: merged.ok ? [note] : [] };
}

const NO_DEFINITIONS = `ComfyUI saves its canvas in this format. To convert it, Flowdeck needs the node classes of the server, which this one does not list. ${EXPORT_API}`;
const NOT_CONVERTED = `Parts of it cannot be converted without a guess. Change them in ComfyUI and save the file again, or export it: ${EXPORT_API.charAt(0).toLowerCase()}${EXPORT_API.slice(1)}`;

function explanationOf({ kind }: SingleParseResult, text: string): { reason: string } | { explanation: string } {
  return kind === 'media' ? { reason: text } : { explanation: text };
}
