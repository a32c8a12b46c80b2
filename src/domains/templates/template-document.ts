import { isObject, member } from '@contract/json/json-values';
import { JsonSyntaxError, parseJson, stringifyJson, type JsonObject, type JsonValue } from '@contract/json/lossless';
import { asLink, type Graph } from '@contract/workflow/graph';
import { t } from '@/lib/i18n/messages';
import { seenLine, seenText } from '@/lib/seen-text';
import type { SeedMode } from '../drafts/draft';
import { fieldKey, splitFieldKey } from '../drafts/field-key';
import type { FillIn, FillIns } from '../drafts/fill-ins';
import {
  isPinned,
  keepInputs,
  pinnedInputs,
  TEMPLATE_LIMITS,
  type PinnedInput,
  type Template,
  type TemplateGroup,
} from '../drafts/template';

/** The text of a shared template, in a file or a link. Its format is described in decision 089. */
export const TEMPLATE_FORMAT = 'flowdeck-template';
const TEMPLATE_VERSION = 1;

/** Ends the names of template files. */
export const TEMPLATE_ENDING = '.flowdeck.json';

/** A form with the workflow that it belongs to. */
export interface TemplateDocument {
  template: Template;
  /** In the API format. */
  workflowText: string;
  /** Change of each seed after a run, by field key. */
  seedModes: Readonly<Record<string, SeedMode>>;
  /** Texts that are filled in at each run. */
  fillIns?: FillIns;
}

export type TemplateParseResult =
  | { ok: true; document: TemplateDocument }
  | { ok: false; title: string; explanation: string };

/** The workflow is inserted as text, so that its numbers keep every digit. */
export function writeTemplateDocument({ template, workflowText, seedModes, fillIns }: TemplateDocument): string {
  const section = toJson(template, seedModes, fillIns ?? {});
  const head = stringifyJson({ format: TEMPLATE_FORMAT, version: TEMPLATE_VERSION, template: section }, 2);
  // A byte order mark is allowed only at the beginning of a file.
  const workflow = workflowText.replace(/^\uFEFF/, '').trim();
  return `${head.slice(0, -2)},\n  "workflow": ${workflow}\n}\n`;
}

function toJson(
  { title, description, groups }: Template,
  seedModes: TemplateDocument['seedModes'],
  fillIns: FillIns,
): JsonObject {
  const seeds = Object.entries(seedModes)
    .filter(([, mode]) => mode !== 'keep')
    .map(([key, mode]): JsonObject => {
      const { nodeId, input } = splitFieldKey(key);
      return { node: nodeId, input, after_run: mode };
    });
  const filled = Object.entries(fillIns).map(([key, kind]): JsonObject => {
    const { nodeId, input } = splitFieldKey(key);
    return { node: nodeId, input, kind };
  });
  return {
    title,
    description,
    groups: groups.map(({ title: heading, inputs }): JsonObject => ({
      title: heading,
      inputs: inputs.map(({ nodeId, input, label, help }): JsonObject => ({ node: nodeId, input, label, help })),
    })),
    ...(seeds.length > 0 ? { seeds } : {}),
    ...(filled.length > 0 ? { fill_ins: filled } : {}),
  };
}

/** Parses untrusted text. Returns `null` for anything that is not a template. Does not validate the workflow. */
export function readTemplateDocument(text: string): TemplateParseResult | null {
  if (!text.includes(`"${TEMPLATE_FORMAT}"`)) return null;
  const members = new Map<string, { start: number; end: number }>();
  let value: JsonValue;
  try {
    value = parseJson(text, { members });
  } catch (error) {
    if (error instanceof JsonSyntaxError) return null;
    throw error;
  }
  if (member(value, 'format') !== TEMPLATE_FORMAT) return null;
  const version = member(value, 'version');
  if (typeof version === 'number' && version > TEMPLATE_VERSION) return newerVersion(version);
  const section = member(value, 'template');
  const span = members.get('workflow');
  if (version !== TEMPLATE_VERSION || !isObject(section) || !span) return damaged();
  if (hasReservedName(value)) return reservedName();
  const template = readTemplate(section);
  if (!template) return damaged();
  const workflowText = text.slice(span.start, span.end);
  const seedModes = readSeeds(member(section, 'seeds'));
  const fillIns = readFillIns(member(section, 'fill_ins'));
  const hasFillIns = Object.keys(fillIns).length > 0;
  return { ok: true, document: { template, workflowText, seedModes, ...(hasFillIns ? { fillIns } : {}) } };
}

function newerVersion(version: number): TemplateParseResult {
  return {
    ok: false,
    title: t('This template is from a newer Flowdeck'),
    explanation: t(
      'It has version {version} of the format, and this Flowdeck reads version {known}. Update Flowdeck, then open it again.',
      { version, known: TEMPLATE_VERSION },
    ),
  };
}

const damaged = (): TemplateParseResult => ({
  ok: false,
  title: t('This template is damaged'),
  explanation: t('Its list of inputs or its workflow is missing or too long. Ask for the file again.'),
});

const reservedName = (): TemplateParseResult => ({
  ok: false,
  title: t('This template is not safe to open'),
  explanation: t('It contains the name “__proto__”, which no workflow uses.'),
});

/** Iterative, since the text may be nested deeply. */
function hasReservedName(value: JsonValue): boolean {
  const open: JsonValue[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (Array.isArray(next)) for (const item of next) open.push(item);
    else if (isObject(next)) {
      if (Object.hasOwn(next, '__proto__')) return true;
      for (const item of Object.values(next)) open.push(item);
    }
  }
  return false;
}

function readTemplate(section: JsonObject): Template | null {
  const listed = member(section, 'groups');
  if (!Array.isArray(listed) || listed.length > TEMPLATE_LIMITS.groups) return null;
  const title = lineOf(section, 'title', TEMPLATE_LIMITS.title);
  const description = textOf(section, 'description', TEMPLATE_LIMITS.description);
  let template: Template = { title, description, groups: [] };
  for (const [index, item] of listed.entries()) {
    const inputs = member(item, 'inputs');
    if (!Array.isArray(inputs) || inputs.length > TEMPLATE_LIMITS.inputs) return null;
    const group: TemplateGroup = { id: index + 1, title: lineOf(item, 'title', TEMPLATE_LIMITS.title), inputs: [] };
    template = { ...template, groups: [...template.groups, withInputs(group, inputs, template)] };
  }
  return pinnedInputs(template).length > TEMPLATE_LIMITS.inputs ? null : template;
}

/** Each input is listed once: the first counts. */
function withInputs(group: TemplateGroup, listed: readonly JsonValue[], before: Template): TemplateGroup {
  const found = new Map<string, PinnedInput>();
  for (const item of listed) {
    const nodeId = member(item, 'node');
    const input = member(item, 'input');
    if (typeof nodeId !== 'string' || typeof input !== 'string') continue;
    const key = fieldKey(nodeId, input);
    if (found.has(key) || isPinned(before, { nodeId, input })) continue;
    const label = lineOf(item, 'label', TEMPLATE_LIMITS.label);
    found.set(key, { nodeId, input, label, help: textOf(item, 'help', TEMPLATE_LIMITS.help) });
  }
  return { ...group, inputs: [...found.values()] };
}

function readSeeds(listed: JsonValue | undefined): Record<string, SeedMode> {
  return readChoices(listed, 'after_run', SEED_MODES);
}

function readFillIns(listed: JsonValue | undefined): FillIns {
  return readChoices(listed, 'kind', FILL_INS);
}

/** Reads a list of inputs, each with one of the choices, by field key. Leaves out what does not fit. */
function readChoices<Choice extends string>(
  listed: JsonValue | undefined,
  name: string,
  choices: readonly Choice[],
): Record<string, Choice> {
  const found: [string, Choice][] = [];
  for (const item of Array.isArray(listed) ? listed.slice(0, TEMPLATE_LIMITS.inputs) : []) {
    const nodeId = member(item, 'node');
    const input = member(item, 'input');
    const choice = choices.find((one) => one === member(item, name));
    if (typeof nodeId === 'string' && typeof input === 'string' && choice)
      found.push([fieldKey(nodeId, input), choice]);
  }
  return Object.fromEntries(found);
}

const SEED_MODES: readonly SeedMode[] = ['randomize', 'increment', 'decrement'];
const FILL_INS: readonly FillIn[] = ['prompt', 'file_name'];

function textOf(value: JsonValue, name: string, maxLength: number): string {
  const text = member(value, name);
  return typeof text === 'string' ? seenText(text, maxLength) : '';
}

function lineOf(value: JsonValue, name: string, maxLength: number): string {
  const text = member(value, name);
  return typeof text === 'string' ? seenLine(text, maxLength) : '';
}

/** Omits inputs that the workflow does not have as values of their own. */
export function fitTemplate(template: Template, graph: Graph): { template: Template; lost: number } {
  return keepInputs(template, ({ nodeId, input }) => {
    const value = member(graph.get(nodeId)?.inputs, input);
    return value !== undefined && asLink(value) === null;
  });
}
