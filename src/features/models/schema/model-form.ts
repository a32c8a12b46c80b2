import { JsonSyntaxError, type JsonValue } from '@contract/json/lossless';
import { each, firstText, type FlatSchema } from '@contract/model-schema/flatten-schema';
import {
  EMPTY_DOCUMENT,
  readModelDocument,
  type ModelDocument,
  type OutputContent,
} from '@contract/model-schema/openapi-document';
import { t } from '@/lib/i18n/messages';
import { fieldOf, fieldBase } from './compile/compile-field';
import { flattenAt, jsonField, type Compiler, type FieldContext } from './compile/compiler';
import type { Field, FieldPath } from './field';

/** Form of a model, compiled from its OpenAPI document. */
export interface ModelForm {
  /** Field of the whole body. */
  readonly root: Field;
  /** Whether the document describes the input; if not, the form is a JSON editor. */
  readonly inputAuthored: boolean;
  readonly outputAuthored: boolean;
  readonly inputModalities: readonly string[];
  readonly outputModalities: readonly string[];
  readonly outputs: readonly OutputContent[];
  readonly modelId: string;
  readonly version: string;
  /** Example of a whole body in the document. */
  readonly example: JsonValue | undefined;
}

/** Property with the model name, in the spellings of the providers. */
const MODEL_NAME = /^model(?:_?(?:name|id|version))?$/i;

/** Listener for what the compiler encounters; implemented in `form-notes.ts`. */
export interface FormWatch {
  onField(path: FieldPath, flat: FlatSchema): void;
  /** Called for each omission. */
  onNote(path: FieldPath, text: string): void;
}

/** Never throws: an invalid document results in a JSON editor. */
export function compileForm(documentText: string, watch?: FormWatch): ModelForm {
  return compileDocument(readOrExplain(documentText, watch), watch);
}

/** Compiles a parsed document. @param unread reason why it could not be parsed; the form is then a JSON editor. */
export function compileDocument(document: ModelDocument, watch?: FormWatch, unread?: string): ModelForm {
  const compiler: Compiler = {
    resolve: document.resolve,
    fieldOf: (flat, place) => {
      watch?.onField(place.path, flat);
      return fieldOf(compiler, flat, place);
    },
    isFilledByRouter: (name, flat) => document.fillsModel && isFilledByRouter(name, flat, document.modelId),
    note: (path, text) => watch?.onNote(path, text),
  };
  const root = rootField(compiler, document, unread);
  return {
    root,
    inputAuthored: document.inputAuthored,
    outputAuthored: document.outputAuthored,
    inputModalities: document.inputModalities,
    outputModalities: document.outputModalities,
    outputs: document.outputs,
    modelId: document.modelId,
    version: document.version,
    example: document.example,
  };
}

function readOrExplain(documentText: string, watch: FormWatch | undefined): ModelDocument {
  try {
    return readModelDocument(documentText);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    watch?.onNote([], t('The document cannot be read: {message}', { message: error.message }));
    return EMPTY_DOCUMENT;
  }
}

const ROOT: Omit<FieldContext, 'modalities'> = {
  path: [],
  required: true,
  hints: [],
  demoted: new Set(),
  unions: 0,
  around: [],
  beside: new Map(),
};

function rootField(
  compiler: Compiler,
  document: ModelDocument,
  unread = t('the document does not describe the input of this model'),
): Field {
  const place: FieldContext = { ...ROOT, modalities: document.inputModalities };
  const schema = document.input ?? true;
  if (document.inputAuthored) return compiler.fieldOf(flattenAt(compiler, [schema], place.path), place);
  const base = fieldBase(flattenAt(compiler, [schema], place.path), place);
  return jsonField(compiler, base, unread);
}

/**
 * Returns true for a model name that is nullable, whose description mentions the router or the path, or whose default or
 * example is this model.
 */
function isFilledByRouter(name: string, flat: FlatSchema, modelId: string): boolean {
  if (!MODEL_NAME.test(name)) return false;
  const model = modelId.split('/').at(-1) ?? '';
  const shown = [...each(flat, 'default'), ...each(flat, 'example'), ...each(flat, 'const')];
  const isStated = /\brouter\b|\bpath\b/i.test(firstText(flat, 'description'));
  return each(flat, 'nullable').includes(true) || isStated || (model !== '' && shown.includes(model));
}
