import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import type { UiConversion, UiProblem } from '@/domains/ui-format/conversion-result';
import type { CoreClasses } from '@/domains/ui-format/core-classes';
import { loadCoreClasses } from '@/domains/ui-format/load-core-classes';
import { andList } from '@contract/word-list';
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
    const { conversion, notes, awaited, isListed } = attempt;
    if (conversion.ok && (isListed || conversion.unknownClasses.length === 0)) {
      const { text, seedModes, fillIns, author, unknownClasses } = conversion;
      const source = result.kind === 'media' ? 'embedded' : 'json';
      const isPartial = unknownClasses.length > 0;
      const all = [...notes, ...(isPartial ? conversion.formNotes : conversion.notes)];
      return {
        kind: 'workflow',
        text,
        source,
        note: null,
        conversion: { notes: all, seedModes, fillIns, awaited, isPartial, uiFormat },
        author,
      };
    }
    const nodeProblems = conversion.ok ? [unknownClassProblem(conversion.unknownClasses)] : conversion.problems;
    return {
      ...result,
      ...explanationOf(result, [...notes, NOT_CONVERTED].join(' ')),
      title: 'This UI-format workflow cannot be converted',
      nodeProblems,
    };
  };
  if (found.kind !== 'archive') return convertOne(found);
  const members = [];
  for (const { name, result } of found.members) members.push({ name, result: await convertOne(result) });
  return { ...found, members };
}

interface Attempt {
  conversion: UiConversion;
  notes: string[];
  /** Classes that the server lacks: it is converted again once the server has them. */
  awaited: string[];
  /** The server lists its classes. */
  isListed: boolean;
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
): Promise<Attempt | null> {
  const own = await load();
  const conversion = own && (await convert(uiFormat, own));
  const awaited = conversion?.ok ? conversion.unknownClasses : [];
  if (conversion && awaited.length === 0) return { conversion, notes: [], awaited, isListed: true };
  const core = await loadCore();
  if (!core) return conversion && { conversion, notes: [missingNote(awaited)], awaited, isListed: true };
  const { version, definitions } = core;
  if (!conversion) {
    const note = `This server does not list its node classes: those of ComfyUI ${version} were used.`;
    return { conversion: await convert(uiFormat, definitions), notes: [note], awaited: [], isListed: false };
  }
  const merged = await convert(uiFormat, { ...definitions, ...own });
  const missing = merged.ok ? merged.unknownClasses : [];
  const lent = awaited.filter((name) => Object.hasOwn(definitions, name));
  const notes = [
    ...(lent.length > 0
      ? [
          `${lackText(lent.length)}. ${lent.length === 1 ? 'Its inputs were' : 'Their inputs were'} read by the definitions of ComfyUI ${version}.`,
        ]
      : []),
    ...(missing.length > 0 ? [missingNote(missing)] : []),
  ];
  return { conversion: merged, notes: merged.ok ? notes : [], awaited, isListed: true };
}

function lackText(count: number): string {
  return `${formatCount(count, 'node type')} ${count === 1 ? 'is' : 'are'} not available here`;
}

function missingNote(names: readonly string[]): string {
  const listed = andList(
    names.map((name) => `“${name}”`),
    SHOWN_CLASSES,
  );
  return `${lackText(names.length)}: ${listed}. The file is kept, and converted once the server has ${names.length === 1 ? 'it' : 'them'}.`;
}

/** One problem for all of them, which a workflow of another server's packs has in dozens. */
function unknownClassProblem(names: readonly string[]): UiProblem {
  const listed = andList(
    names.map((name) => `“${name}”`),
    SHOWN_CLASSES,
  );
  const [what, verb, them, packs] =
    names.length === 1 ? ['class', 'is', 'it', 'its node pack'] : ['classes', 'are', 'them', 'their node packs'];
  return {
    nodeId: '',
    title: '',
    classType: '',
    message: `The ${what} ${listed} ${verb} not known.`,
    advice: `Choose a server that has ${them}, or install ${packs} there.`,
  };
}

const SHOWN_CLASSES = 12;

const NO_DEFINITIONS = `ComfyUI saves its canvas in this format. To convert it, Flowdeck needs the node classes of the server, which this one does not list. ${EXPORT_API}`;
const NOT_CONVERTED = `Parts of it cannot be converted without a guess. Change them in ComfyUI and save the file again, or export it: ${EXPORT_API.charAt(0).toLowerCase()}${EXPORT_API.slice(1)}`;

function explanationOf({ kind }: SingleParseResult, text: string): { reason: string } | { explanation: string } {
  return kind === 'media' ? { reason: text } : { explanation: text };
}
