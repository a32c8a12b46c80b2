import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import type { UiConversion, UiProblem } from '@/domains/ui-format/conversion-result';
import type { CoreClasses } from '@/domains/ui-format/core-classes';
import { loadCoreClasses } from '@/domains/ui-format/load-core-classes';
import { andList } from '@/lib/i18n/word-lists';
import { t } from '@/lib/i18n/messages';
import { EXPORT_API } from '@/domains/workflow-files/read-workflow-text';
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
    if (!attempt) return { ...result, ...explanationOf(result, noDefinitions()) };
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
      ...explanationOf(result, [...notes, notConverted()].join(' ')),
      title: t('This UI-format workflow cannot be converted'),
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
    const note = t('This server does not list its node classes: those of ComfyUI {version} were used.', { version });
    return { conversion: await convert(uiFormat, definitions), notes: [note], awaited: [], isListed: false };
  }
  const merged = await convert(uiFormat, { ...definitions, ...own });
  const missing = merged.ok ? merged.unknownClasses : [];
  const lent = awaited.filter((name) => Object.hasOwn(definitions, name));
  const notes = [
    ...(lent.length > 0
      ? [
          t(
            '{count, plural, one {# node type is not available here: {names}. Its inputs were} other {# node types are not available here: {names}. Their inputs were}} read by the definitions of ComfyUI {version}.',
            { count: lent.length, names: quoted(lent), version },
          ),
        ]
      : []),
    ...(missing.length > 0 ? [missingNote(missing)] : []),
  ];
  return { conversion: merged, notes: merged.ok ? notes : [], awaited, isListed: true };
}

function missingNote(names: readonly string[]): string {
  return t(
    '{count, plural, one {# node type is not available here: {names}. The file is kept, and converted once the server has it.} other {# node types are not available here: {names}. The file is kept, and converted once the server has them.}}',
    { count: names.length, names: quoted(names) },
  );
}

/** One problem for all of them, which a workflow of another server's packs has in dozens. */
function unknownClassProblem(names: readonly string[]): UiProblem {
  const { length: count } = names;
  return {
    nodeId: '',
    title: '',
    classType: '',
    message: t('{count, plural, one {The class {names} is not known.} other {The classes {names} are not known.}}', {
      count,
      names: quoted(names),
    }),
    advice: t(
      '{count, plural, one {Choose a server that has it, or install its node pack there.} other {Choose a server that has them, or install their node packs there.}}',
      { count },
    ),
  };
}

const SHOWN_CLASSES = 12;

function quoted(names: readonly string[]): string {
  return andList(
    names.map((name) => `“${name}”`),
    SHOWN_CLASSES,
  );
}

function noDefinitions(): string {
  const why = t(
    'ComfyUI saves its canvas in this format. To convert it, Flowdeck needs the node classes of the server, which this one does not list.',
  );
  return `${why} ${t(EXPORT_API)}`;
}

function notConverted(): string {
  return t(
    'Parts of it cannot be converted without a guess. Change them in ComfyUI and save the file again, or export it: open the file in ComfyUI, choose Workflow → Export (API), then drop the exported file here.',
  );
}

function explanationOf({ kind }: SingleParseResult, text: string): { reason: string } | { explanation: string } {
  return kind === 'media' ? { reason: text } : { explanation: text };
}
