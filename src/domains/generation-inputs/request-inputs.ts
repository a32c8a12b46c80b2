import { isNumber, isObject, isSameJson } from '@contract/json/json-values';
import type { JsonObject, JsonValue } from '@contract/json/lossless';
import type {
  ChangedValue,
  GenerationInputs,
  MainValue,
  PromptText,
  ValueKind,
} from '@contract/workflow/generation-inputs/generation-inputs';
import { kindOfName } from '@contract/workflow/generation-inputs/main-values';

/** Requests have no nodes. */
const NODE = '';
/** Objects in which some models expect their inputs. */
const WRAPPERS = new Set(['input', 'inputs', 'parameters', 'params', 'arguments', 'options']);
const PROMPT = /^(?:positive_?)?(?:prompt|text)(?:_text)?$/;
const NEGATIVE_PROMPT = /^negative(?:_?prompt)?$/;
const FILE = /^(?:.*_)?(?:image|video|audio|mask|file)s?(?:_?ur[il]s?)?$/;
const MODEL = /^model(?:_?name|_?id)?$/;
const SIZE = /^(?:size|image_?size)$/;
/** Lists and objects have no row of their own, except for files. */
const MAX_FILES = 16;

/** An input of a request, by the names of the objects around it. */
interface RequestValue {
  input: string;
  name: string;
  value: JsonValue;
}

/**
 * Reads what a result was made from out of the request of a model, by the names of its inputs.
 * @param defaultOf returns the default in the schema of the model; values that equal it are left out of the changes
 */
export function readRequestInputs(
  body: JsonObject,
  defaultOf: (input: string) => JsonValue | undefined,
): GenerationInputs {
  const values = valuesIn(body);
  const positive = promptsOf(values, PROMPT);
  const negative = promptsOf(values, NEGATIVE_PROMPT);
  const main = values.flatMap((value) => mainValue(value) ?? []);
  const ofKind = (...kinds: readonly ValueKind[]) => main.filter(({ kind }) => kinds.includes(kind));
  const [width] = ofKind('width');
  const [height] = ofKind('height');
  const files = values.filter(({ name }) => FILE.test(name)).flatMap(filesOf);
  const apart = new Set<ValueKind>(['model', 'vae', 'seed', 'width', 'height']);
  const changed = values.flatMap(({ input, value }): ChangedValue[] => {
    const preset = defaultOf(input);
    if (preset === undefined) return [{ input, value }];
    return isSameJson(value, preset) ? [] : [{ input, value, default: preset }];
  });
  return {
    positive,
    negative,
    models: ofKind('model'),
    loras: [],
    vaes: [],
    seeds: ofKind('seed'),
    sizes: width && height ? [{ width, height }] : [],
    settings: main.filter(({ kind }) => !apart.has(kind)),
    files,
    changed: changed.length === 0 ? [] : [{ nodeId: NODE, title: '', classType: '', isKnown: true, values: changed }],
  };
}

function valuesIn(body: JsonObject): RequestValue[] {
  return Object.entries(body).flatMap(([key, value]) => {
    if (!WRAPPERS.has(key) || !isObject(value)) return [{ input: key, name: nameOf(key), value }];
    return Object.entries(value).map(([name, inner]) => ({
      input: `${key}.${name}`,
      name: nameOf(name),
      value: inner,
    }));
  });
}

/** `negative_prompt` for `negativePrompt`. */
function nameOf(key: string): string {
  return key
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();
}

function promptsOf(values: readonly RequestValue[], wanted: RegExp): PromptText[] {
  return values.flatMap(({ input, name, value }) =>
    wanted.test(name) && typeof value === 'string' ? [{ nodeId: NODE, input, text: value }] : [],
  );
}

function mainValue({ input, name, value }: RequestValue): MainValue | null {
  const kind = kindOf(name);
  const isScalar = isNumber(value) || (typeof value === 'string' && value !== '');
  return kind && isScalar ? { kind, nodeId: NODE, input, value } : null;
}

function kindOf(name: string): ValueKind | undefined {
  if (name === 'width' || name === 'height') return name;
  return MODEL.test(name) ? 'model' : SIZE.test(name) ? 'resolution' : kindOfName(name);
}

function filesOf({ input, value }: RequestValue): MainValue[] {
  const all = Array.isArray(value) ? value.slice(0, MAX_FILES) : [value];
  return all.flatMap((one) =>
    typeof one === 'string' && one !== '' ? [{ kind: 'file', nodeId: NODE, input, value: one }] : [],
  );
}
