import { isNumber, isObject, isSameJson } from '../../json/json-values';
import type { JsonObject, JsonValue } from '../../json/lossless';
import type { ChangedValue, GenerationInputs, MainValue, PromptText, ValueKind } from './generation-inputs';
import { kindOfName } from './main-values';

/** Requests have no nodes. */
const NODE = '';
/** Objects in which some models expect their inputs. */
const WRAPPERS = new Set(['input', 'inputs', 'parameters', 'params', 'arguments', 'options']);
const PROMPT = /^(?:positive_?)?(?:prompt|text)(?:_text)?$/;
const NEGATIVE_PROMPT = /^negative(?:_?prompt)?$/;
const FILE = /^(?:.*_)?(?:image|video|audio|mask|file)s?(?:_?ur[il]s?)?$/;
const MODEL = /^model(?:_?name|_?id)?$/;
const SIZE = /^(?:size|image_?size)$/;
/** What says most about a result, even if the request leaves it to the default. */
const SHOWN_UNSENT = ['prompt', 'text', 'negative_prompt', 'seed'];
/** Lists and objects have no row of their own, except for files. */
const MAX_FILES = 16;

/** An input of a request, by the names of the objects around it. */
interface RequestValue {
  input: string;
  name: string;
  value: JsonValue;
}

/**
 * Reads what a result was made from out of the request of a model, by the names of its inputs. Prompts and seeds include those of
 * the defaults.
 * @param defaultOf returns the default in the schema of the model; values that equal it are left out of the changes
 */
export function readRequestInputs(
  body: JsonObject,
  defaultOf: (input: string) => JsonValue | undefined,
): GenerationInputs {
  const values = valuesIn(body);
  const shown = [...values, ...unsentValues(body, values, defaultOf)];
  const positive = promptsOf(shown, PROMPT);
  const negative = promptsOf(shown, NEGATIVE_PROMPT);
  const main = shown.flatMap((value) => mainValue(value) ?? []);
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

function unsentValues(
  body: JsonObject,
  values: readonly RequestValue[],
  defaultOf: (input: string) => JsonValue | undefined,
): RequestValue[] {
  const sent = new Set(values.map(({ input }) => input));
  return SHOWN_UNSENT.flatMap((name) =>
    placesOf(body, name).flatMap((input) => {
      const value = sent.has(input) ? undefined : defaultOf(input);
      return value === undefined ? [] : [{ input, name, value }];
    }),
  );
}

/** Returns where a request may have an input: at the top, or in the object around its inputs. */
export function placesOf(body: JsonObject, name: string): string[] {
  const wrappers = Object.keys(body).filter((key) => WRAPPERS.has(key) && isObject(body[key] ?? null));
  return [name, ...wrappers.map((key) => `${key}.${name}`)];
}

/** Deeper down, the seeds in a response are not those of the request. */
const SEED_DEPTH = 3;

/** Returns the seed that a response tells, such as a random one; `null` if it tells none or several. */
export function seedIn(response: JsonValue): JsonValue | null {
  const found = new Map<string, JsonValue>();
  const search = (value: JsonValue, depth: number) => {
    const entries = Array.isArray(value) ? value.entries() : isObject(value) ? Object.entries(value) : [];
    for (const [key, inner] of entries) {
      if (key === 'seed' && isNumber(inner)) found.set(String(inner), inner);
      else if (depth < SEED_DEPTH) search(inner, depth + 1);
    }
  };
  search(response, 0);
  const [seed] = found.values();
  return seed !== undefined && found.size === 1 ? seed : null;
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
