import { isNumber } from '@contract/json/json-values';
import { LosslessNumber, parseJson, stringifyJson, type JsonObject, type JsonValue } from '@contract/json/lossless';
import type { NodeDefinition } from '@contract/workflow/node-definitions';
import { fieldsOf } from '@contract/typed-objects';
import { t } from '@/lib/i18n/messages';
import { madeValue } from './exported-value';
import type { UiNode } from './ui-graph';
import { chosenInputs, controlSlots, definedInputs, hasUploadButton, type DefinedInput } from './widget-slots';

export interface WidgetValues {
  /** Inputs of the class, with those that its dynamic choices add. */
  inputs: DefinedInput[];
  /** Values of the widgets by input name, as saved or by default. */
  values: Map<string, JsonValue>;
  /** Saved values of the controls beside whole numbers (`control_after_generate`), by input name. */
  controls: Map<string, JsonValue>;
  /** Names of the widgets whose value is not saved. */
  defaulted: string[];
  /** Why the values do not fit the class; `null` if they do. */
  misfit: string | null;
  /** Names of the inputs that have another value by name than by position, which is used. */
  disagreeing: string[];
  /** Names of saved values that this version of the class does not take. */
  leftOut: string[];
}

/** Widgets that the editor adds after those of the class: a preview and its switches. */
const ADDED_WIDGETS = new Map([
  ['PreviewAny', 3],
  ['SaveGLB', 1],
  ['Preview3D', 1],
  ['Preview3DAnimation', 1],
  ['SaveText', 2],
  ['GetImageSize', 1],
  // Its index, and the choices that the editor offers.
  ['CustomCombo', Infinity],
]);

/** Values of buttons that the editor of 3D scenes saves between those of the inputs. */
const SCENE_BUTTONS: ReadonlySet<JsonValue> = new Set(['upload3dmodel', 'uploadExtraResources', 'clear']);

/**
 * Assigns the saved values of a node to the inputs of its class. ComfyUI's editor reads them by position, so that one slot more or less
 * moves all others: every value must fit its input, else none is used. Newer editors also save them by name. Names are used if the
 * positions do not fit, such as those of another version of the class; no name moves another one.
 */
export function readWidgetValues(node: UiNode, definition: NodeDefinition): WidgetValues {
  const defined = definedInputs(definition);
  const { namedValues, values } = node;
  const named = namedValues && assign(defined, fromNames(namedValues), node, namedValues);
  if (named && values === null) return named;
  const listed = readList(node, definition, defined);
  if (!named) return listed;
  if (listed.misfit !== null) return named;
  const disagreeing = [...listed.values].flatMap(([name, value]) => {
    const other = named.values.get(name);
    const isSaved = !named.defaulted.includes(name) && !listed.defaulted.includes(name);
    return isSaved && other !== undefined && stringifyJson(other) !== stringifyJson(value) ? [name] : [];
  });
  return { ...listed, disagreeing };
}

/**
 * The same for a node that was saved with a later version of its class: that version names the saved values, and this one takes those
 * that it knows. `null` if one of the two does not fit.
 */
export function readNewerValues(node: UiNode, definition: NodeDefinition, later: NodeDefinition): WidgetValues | null {
  const saved = readWidgetValues(node, later);
  if (saved.misfit !== null) return null;
  const defaulted = new Set(saved.defaulted);
  const next: Next = ({ name }) => ({
    value: defaulted.has(name) ? undefined : saved.values.get(name),
    control: saved.controls.get(name),
  });
  const found = assign(definedInputs(definition), next, node, null);
  if (found.misfit !== null) return null;
  const taken = new Set(found.inputs.map(({ name }) => name));
  const leftOut = [...saved.values.keys()].filter((name) => !taken.has(name) && !defaulted.has(name));
  return { ...found, disagreeing: saved.disagreeing, leftOut };
}

function readList(node: UiNode, definition: NodeDefinition, defined: readonly DefinedInput[]): WidgetValues {
  const isScene = defined.some(({ type }) => type.startsWith('LOAD_3D'));
  const saved = (node.values ?? []).filter((value) => !isScene || !SCENE_BUTTONS.has(value));
  const spare = hasUploadButton(definition) ? Infinity : (ADDED_WIDGETS.get(node.type) ?? 0);
  const asSaved = assignList(defined, saved, node, spare);
  const compacted = withoutForced(defined, saved);
  if (!compacted) return asSaved;
  const migrated = assignList(defined, compacted, node, spare);
  return migrated.misfit === null || asSaved.misfit !== null ? migrated : asSaved;
}

interface SavedValue {
  value: JsonValue | undefined;
  control: JsonValue | undefined;
}

type Next = (input: DefinedInput) => SavedValue;

function assignList(
  defined: readonly DefinedInput[],
  saved: readonly JsonValue[],
  node: UiNode,
  spare: number,
): WidgetValues {
  let at = 0;
  const found = assign(
    defined,
    (input) => {
      const slots = controlSlots(input);
      const value = saved[at];
      const control = slots === 1 ? saved[at + 1] : undefined;
      at += 1 + slots + (fieldsOf(input.options['remote'])['refresh_button'] === true ? 1 : 0);
      return { value, control };
    },
    node,
    null,
  );
  const left = saved.slice(at);
  // Values that no input takes move none. A class without any input may not be known.
  const takesNone = at === 0 && defined.length > 0;
  if (found.misfit !== null || takesNone || left.length <= spare || left.every(isNothing)) return found;
  return {
    ...found,
    misfit: t('It has {count, plural, one {# saved value} other {# saved values}}, but its class accepts {accepted}.', {
      count: saved.length,
      accepted: at,
    }),
  };
}

function isNothing(value: JsonValue): boolean {
  return value === null || value === '';
}

function fromNames(named: JsonObject): Next {
  const get = (name: string) => (Object.hasOwn(named, name) ? named[name] : undefined);
  return (input) => ({
    value: get(input.name),
    control: controlSlots(input) === 1 ? get('control_after_generate') : undefined,
  });
}

function assign(
  defined: readonly DefinedInput[],
  next: Next,
  { inputs, properties }: UiNode,
  named: JsonObject | null,
): WidgetValues {
  const found: WidgetValues = {
    inputs: [],
    values: new Map(),
    controls: new Map(),
    defaulted: [],
    misfit: null,
    disagreeing: [],
    leftOut: [],
  };
  const linked = new Set(inputs.flatMap(({ name, link }) => (link === null ? [] : [name])));
  // The next input is at the end. Definitions nest as deep as their text allows.
  const pending = [...defined].reverse();
  for (let input = pending.pop(); input; input = pending.pop()) {
    found.inputs.push(input);
    if (input.widget === null) continue;
    if (input.widget === 'unsupported') {
      takeGroup(input, named, found);
      continue;
    }
    const { value: saved, control } = next(input);
    if (input.widget === 'whole' && control !== undefined) found.controls.set(input.name, control);
    const isMade = input.widget === 'made';
    const value = isMade ? madeValue(input, saved, properties) : saved === undefined ? defaultOf(input) : saved;
    if (saved === undefined && !isMade && input.widget !== 'shown') found.defaulted.push(input.name);
    if (value === undefined) continue;
    // A value under a name that fits no longer moves no other: the form shows what is wrong with it.
    if (named === null && !linked.has(input.name) && !fits(input, value)) {
      found.misfit ??= t('The saved value {value} does not fit the input “{name}”.', {
        value: shorten(value),
        name: input.name,
      });
    }
    if (input.widget === 'shown') continue;
    found.values.set(input.name, value);
    if (input.widget !== 'dynamic') continue;
    const added = chosenInputs(input, plain(value));
    if (added) pending.push(...added.reverse());
    else if (named) takeNested(input, named, found);
    else
      found.misfit ??= t('The class has no option {value} for “{name}”.', {
        value: shorten(value),
        name: input.name,
      });
  }
  return found;
}

/** A group of widgets that grows in the editor: its values are certain only if they are saved by name. */
function takeGroup(input: DefinedInput, named: JsonObject | null, found: WidgetValues): void {
  if (named) takeNested(input, named, found);
  else
    found.misfit ??= t('The input “{name}” is a group of fields that grows in ComfyUI’s editor.', { name: input.name });
}

/** Takes the values that belong to an input by their names, whichever inputs the class defines there. */
function takeNested({ name }: DefinedInput, named: JsonObject, found: WidgetValues): void {
  for (const [key, value] of Object.entries(named)) {
    if (key.startsWith(`${name}.`)) found.values.set(key, value);
  }
}

export function fits({ widget, isRequired }: DefinedInput, value: JsonValue): boolean {
  if (value === null) return !isRequired || widget === 'any' || widget === 'shown';
  switch (widget) {
    case 'whole':
      return isNumber(value) && Number.isInteger(Number(value));
    case 'number':
      return isNumber(value);
    case 'text':
      return typeof value === 'string';
    case 'switch':
      return typeof value === 'boolean';
    case 'choice':
      return isNumber(value) || typeof value !== 'object' || Array.isArray(value);
    default:
      return true;
  }
}

/** As the editor fills in a widget that is new to the file. */
function defaultOf({ widget, options, choices }: DefinedInput): JsonValue | undefined {
  const given = options['default'];
  if (given !== undefined && given !== null) return parseJson(JSON.stringify(given));
  switch (widget) {
    case 'whole':
    case 'number':
      return 0;
    case 'text':
      return '';
    case 'switch':
      return false;
    case 'choice':
      return scalar(choices[0]);
    case 'dynamic':
      return scalar(fieldsOf(choices[0])['key']);
    default:
      return undefined;
  }
}

function scalar(value: unknown): JsonValue | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}

function plain(value: JsonValue): unknown {
  return value instanceof LosslessNumber ? value.toNumber() : value;
}

/**
 * Early editors saved a value also for inputs that are sockets only (`forceInput`). Returns the values without them, if the file
 * has exactly as many values as that takes, else `null`.
 */
function withoutForced(defined: readonly DefinedInput[], saved: readonly JsonValue[]): JsonValue[] | null {
  const isForced = defined.flatMap((input) => {
    const forced = input.options['forceInput'] === true;
    if (!forced && (input.widget === null || input.widget === 'shown')) return [];
    return input.options['control_after_generate'] ? [forced, false] : [forced];
  });
  if (!isForced.includes(true) || isForced.length !== saved.length) return null;
  return saved.filter((_, index) => isForced[index] !== true);
}

export function shorten(value: JsonValue): string {
  const text = stringifyJson(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
