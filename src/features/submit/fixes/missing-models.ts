import type { JsonValue } from '@contract/json/lossless';
import type { AuthorModel } from '@/domains/drafts/author-parts';
import type { EditorState } from '../draft/editor-state';
import type { FormField } from '../draft/form-model';

/** A file that the server does not have, and where its author got it. */
export interface MissingModel {
  model: AuthorModel;
  /** Inputs that name it. */
  fields: FormField[];
}

type ModelState = Pick<EditorState, 'draft' | 'form' | 'values' | 'graph' | 'definitions'>;

/**
 * Returns where the file that an input names can be had. `null` if the server has it, in whatever folder, or does not list its files,
 * or if the author named no address.
 */
export function missingModel(state: ModelState, { spec, nodeId, key }: FormField): AuthorModel | null {
  const { models } = state.draft;
  const name = fileName(state.values.get(key));
  if (!models || name === null || !spec?.options || !isListed(state, nodeId)) return null;
  const same = models.filter((model) => fileName(model.name) === name);
  const [first] = same;
  // Lists of files are long, and each key asks for every input.
  if (!first || spec.options.some((option) => fileName(option) === name)) return null;
  const own = same.find((model) => model.nodeId === nodeId);
  // Several files on the web have the name of their format only, such as `model.safetensors`.
  return own ?? (same.every(({ url }) => url === first.url) ? first : null);
}

/** Lists of a guess are those of a ComfyUI without models. */
function isListed({ graph, definitions }: ModelState, nodeId: string): boolean {
  const classType = graph.get(nodeId)?.classType;
  return classType !== undefined && definitions !== null && Object.hasOwn(definitions, classType);
}

/** Returns the keys of the inputs that name a missing file. */
export function missingModelKeys(state: ModelState): string[] {
  if (!state.draft.models) return [];
  return [...state.form.fields.values()].filter((field) => missingModel(state, field)).map(({ key }) => key);
}

/** Returns each missing file once, in the order of the form. */
export function missingModels(state: ModelState): MissingModel[] {
  const found = new Map<string, MissingModel>();
  for (const field of state.form.fields.values()) {
    const model = missingModel(state, field);
    if (!model) continue;
    const path = modelPath(model);
    const known = found.get(path);
    if (known) known.fields.push(field);
    else found.set(path, { model, fields: [field] });
  }
  return [...found.values()];
}

/** Where ComfyUI expects the file. */
export function modelPath({ folder, name }: AuthorModel): string {
  return `${modelFolder(folder)}/${name}`;
}

export function modelFolder(folder: string): string {
  return folder === '' ? 'models' : `models/${folder}`;
}

/** One file per line: path, address, and hash if known. */
export function modelList(missing: readonly MissingModel[]): string {
  return missing
    .map(({ model }) => [modelPath(model), model.url, model.hash].filter((part) => part !== undefined).join('\t'))
    .join('\n');
}

function fileName(value: JsonValue | undefined): string | null {
  if (typeof value !== 'string') return null;
  return value.split(/[/\\]/).at(-1) || null;
}
