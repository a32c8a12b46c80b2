import { type JsonValue, LosslessNumber, stringifyJson } from '@contract/json/lossless';
import { asLink, executionOrder, type Graph, type GraphNode, nodeLinks, nodeTitle } from '@contract/workflow/graph';
import { assetSlots } from '@contract/workflow/asset-slots';
import { isAssetReference } from '@contract/workflow/asset-references';
import {
  type InputSpec,
  inputSpecs,
  type MediaKind,
  type NodeDefinition,
  type NodeDefinitions,
} from '@contract/workflow/node-definitions';
import { fieldKey } from '@/domains/drafts/field-key';
import { t } from '@/lib/i18n/messages';
import { isSeedName } from '@/lib/seed';
import type { NumberRange } from '@/shared/fields/number-range';
import type { TextKind } from '@/shared/fields/typed-text';
import { isModelFileList } from './model-file-list';

/**
 * Form model of a workflow: one card per node that has literal inputs, in execution order. Widgets come from node definitions;
 * without them from the value's type and the input's name (rule J-1.30).
 */

export type FieldKind =
  | 'int'
  | 'float'
  | 'seed'
  | 'text'
  | 'long_text'
  | 'color'
  /** Color as a number. */
  | 'color_number'
  | 'boolean'
  | 'combo'
  | 'media'
  | 'json';

/** Two fields of these kinds share a row, unless their values are long. */
const SHORT_KINDS: ReadonlySet<FieldKind> = new Set<FieldKind>([
  'int',
  'float',
  'color',
  'color_number',
  'boolean',
  'combo',
]);

export function isShortField({ kind, spec }: Pick<FormField, 'kind' | 'spec'>): boolean {
  return SHORT_KINDS.has(kind) && !isModelFileList(spec);
}

export interface FormField {
  key: string;
  nodeId: string;
  name: string;
  kind: FieldKind;
  media: MediaKind | null;
  /** `null` without a definition: everything is then inferred. Of a guess, it shapes the input and limits nothing. */
  spec: InputSpec | null;
  /** Value as opened. */
  value: JsonValue;
}

export interface FormCard {
  nodeId: string;
  title: string;
  classType: string;
  description: string | null;
  /** The server does not list the class: the inputs are shaped as those of ComfyUI's own class. */
  isGuess?: boolean;
  fields: FormField[];
}

export interface OutlineNode {
  nodeId: string;
  title: string;
  classType: string;
  /** Nodes that this one reads from, in input order. */
  reads: { nodeId: string; title: string }[];
  hasFields: boolean;
}

export interface FormModel {
  cards: FormCard[];
  outline: OutlineNode[];
  fields: ReadonlyMap<string, FormField>;
}

const LONG_TEXT_NAMES = /^(text|prompt|positive|negative|caption|text_[gl]|clip_l|t5xxl)$/i;
const LONG_TEXT_LENGTH = 60;

/**
 * @param definitions those of the server, `null` if it lists none
 * @param guesses the classes that it listed last and ComfyUI's own, for those that the server does not list
 */
export function buildForm(
  graph: Graph,
  definitions: NodeDefinitions | null,
  guesses: NodeDefinitions | null = null,
): FormModel {
  const { order, cyclic } = executionOrder(graph);
  const slots = new Map(assetSlots(graph, definitions).map((slot) => [fieldKey(slot.nodeId, slot.input), slot.media]));
  const cards: FormCard[] = [];
  const outline: OutlineNode[] = [];
  const fields = new Map<string, FormField>();
  for (const id of [...order, ...cyclic]) {
    const node = graph.get(id);
    if (!node) continue;
    const known = definitionOf(node, definitions);
    const card = known ? cardOf(node, known, slots) : cardOf(node, definitionOf(node, guesses), slots, true);
    for (const field of card.fields) fields.set(field.key, field);
    if (card.fields.length > 0) cards.push(card);
    outline.push({
      nodeId: id,
      title: card.title,
      classType: node.classType,
      reads: readsOf(node, graph),
      hasFields: card.fields.length > 0,
    });
  }
  return { cards, outline, fields };
}

function definitionOf(node: GraphNode, definitions: NodeDefinitions | null): NodeDefinition | null {
  return definitions && Object.hasOwn(definitions, node.classType) ? (definitions[node.classType] ?? null) : null;
}

function cardOf(
  node: GraphNode,
  definition: NodeDefinition | null,
  slots: ReadonlyMap<string, MediaKind>,
  isGuess = false,
): FormCard {
  const declared = definition ? inputSpecs(definition, node.inputs) : [];
  const specs = new Map((isGuess ? declared.flatMap(guessOf) : declared).map((spec) => [spec.name, spec]));
  const literals = Object.entries(node.inputs).filter(
    ([name, value]) => asLink(value) === null && (specs.has(name) || !isUploadButton(name, value)),
  );
  const order = [...specs.keys()];
  const rank = (name: string) => (specs.has(name) ? order.indexOf(name) : order.length);
  const fields = literals
    .sort(([left], [right]) => rank(left) - rank(right))
    .map(([name, value]): FormField => {
      const listed = specs.get(name) ?? null;
      const spec = listed && isGuess && !fits(listed, value) ? null : listed;
      const key = fieldKey(node.id, name);
      const media = slots.get(key) ?? null;
      const kind = media
        ? 'media'
        : spec && !isSuggestion(spec, isGuess)
          ? kindBySpec(spec, value)
          : kindByValue(name, value);
      return { key, nodeId: node.id, name, kind, media, spec, value };
    });
  return {
    nodeId: node.id,
    title: nodeTitle(node, definition && { [node.classType]: definition }),
    classType: node.classType,
    description: definition?.description ?? null,
    isGuess: isGuess && definition !== null,
    fields,
  };
}

/** Exports of earlier editors list the button that uploads a file as an input, which the server ignores. */
function isUploadButton(name: string, value: JsonValue): boolean {
  return (
    /^(?:upload|choose \w+ to upload)$/.test(name) && (value === 'image' || value === 'video' || value === 'audio')
  );
}

function readsOf(node: GraphNode, graph: Graph): OutlineNode['reads'] {
  const ids = new Set(nodeLinks(node).map(({ link }) => link.nodeId));
  return [...ids].map((nodeId) => {
    const source = graph.get(nodeId);
    return { nodeId, title: source ? nodeTitle(source) : t('missing node') };
  });
}

/** A guess decides nothing that the server may see differently, such as which inputs a node has. */
function guessOf({ isDynamic, isMadeInEditor, ...spec }: InputSpec): InputSpec[] {
  // The bundled classes have no files of models.
  const isEmptyList = spec.kind === 'combo' && spec.options?.length === 0;
  return isDynamic || isMadeInEditor || isEmptyList || spec.kind === 'link' ? [] : [{ ...spec, isUnchecked: true }];
}

function fits({ kind }: InputSpec, value: JsonValue): boolean {
  if (kind === 'int' || kind === 'float') return isNumber(value);
  return kind === 'boolean' ? typeof value === 'boolean' : typeof value === 'string';
}

/** A guessed list only suggests: the server may have more, such as those of node packs. */
function isSuggestion({ kind }: InputSpec, isGuess: boolean): boolean {
  return isGuess && kind === 'combo';
}

/** Lists, objects and `null` fit no widget: they are shown unchanged, so that displaying them loses nothing. */
function kindBySpec(spec: InputSpec, value: JsonValue): FieldKind {
  if (isComposite(value)) return 'json';
  if (spec.isColor) return spec.kind === 'int' ? 'color_number' : 'color';
  switch (spec.kind) {
    case 'int':
      return spec.controlAfterGenerate || isSeedName(spec.name) ? 'seed' : 'int';
    case 'float':
      return 'float';
    case 'string':
      return spec.multiline || isLong(spec.name, String(value)) ? 'long_text' : 'text';
    case 'boolean':
      return 'boolean';
    case 'combo':
      // A list that the server does not fill has nothing to choose from.
      return spec.isUnchecked && spec.options?.length === 0 ? 'text' : 'combo';
    case 'link':
      return 'json';
  }
}

function kindByValue(name: string, value: JsonValue): FieldKind {
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'string') return isLong(name, value) ? 'long_text' : 'text';
  if (isNumber(value)) {
    if (!/^-?\d+$/.test(String(value))) return 'float';
    return isSeedName(name) ? 'seed' : 'int';
  }
  return 'json';
}

function isLong(name: string, value: string): boolean {
  return value.includes('\n') || value.length > LONG_TEXT_LENGTH || LONG_TEXT_NAMES.test(name);
}

function isNumber(value: JsonValue): value is number | LosslessNumber {
  return typeof value === 'number' || value instanceof LosslessNumber;
}

function isComposite(value: JsonValue): boolean {
  return typeof value === 'object' && !(value instanceof LosslessNumber);
}

/** Returns how to parse the text of a control. */
export function textKind(kind: FieldKind | undefined): TextKind {
  switch (kind) {
    case 'int':
    case 'seed':
      return 'integer';
    case 'float':
      return 'decimal';
    case 'color_number':
      return 'color_number';
    case 'json':
      return 'json';
    default:
      return 'text';
  }
}

export function rangeOf({ spec, kind }: FormField): NumberRange {
  const bound = (value: number | undefined) => (value === undefined ? null : { value, exclusive: false });
  return {
    integer: kind !== 'float',
    minimum: bound(spec?.min),
    maximum: bound(spec?.max),
    step: spec?.step ?? null,
  };
}

export function sameValue(left: JsonValue, right: JsonValue): boolean {
  return left === right || stringifyJson(left) === stringifyJson(right);
}

/** Only texts that the user writes: names of files and options contain underscores, too. */
export function mayNameLists({ kind }: FormField, value: unknown): value is string {
  return (kind === 'text' || kind === 'long_text') && typeof value === 'string' && value.includes('__');
}

/** Returns the file name in the workflow, used until the user adds a file. */
export function namedFile(value: JsonValue): string | null {
  return typeof value === 'string' && value !== '' && !isAssetReference(value) ? value : null;
}

/**
 * Definitions may arrive while the form is in use. Its fields stay in the order that they are shown in until the draft is opened
 * again, and the one that has the focus keeps its widget.
 */
export function keepLayout(next: FormModel, shown: FormModel, heldKey: string | null): FormModel {
  const shownFields = new Map(shown.cards.map(({ nodeId, fields }) => [nodeId, fields]));
  const held = heldKey === null ? undefined : shown.fields.get(heldKey);
  const cards = next.cards.map((card) => ({
    ...card,
    fields: inOrderOf(shownFields.get(card.nodeId) ?? [], card.fields).map((field) =>
      field.key === held?.key ? { ...field, kind: held.kind, media: held.media } : field,
    ),
  }));
  const fields = new Map(cards.flatMap((card) => card.fields.map((field) => [field.key, field])));
  return { ...next, cards, fields };
}

/** New fields are where their definition says. */
function inOrderOf(shown: readonly FormField[], fields: readonly FormField[]): FormField[] {
  const ranks = new Map(shown.map(({ key }, index) => [key, index]));
  const rank = ({ key }: FormField) => ranks.get(key) ?? -1;
  const known = fields
    .filter(({ key }) => ranks.has(key))
    .toSorted((left, right) => rank(left) - rank(right))
    .values();
  return fields.flatMap((field) => (ranks.has(field.key) ? (known.next().value ?? []) : field));
}
