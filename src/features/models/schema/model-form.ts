import { JsonSyntaxError, type JsonValue } from '@contract/json/lossless';
import { each, firstText, type FlatSchema } from '@contract/model-schema/flatten-schema';
import {
  EMPTY_DOCUMENT,
  readModelDocument,
  type ModelDocument,
  type OutputContent,
} from '@contract/model-schema/openapi-document';
import { fieldOf } from './compile-field';
import { flattenAt, jsonField, type Compiler, type FieldContext } from './compiler';
import type { Field, FieldPath } from './field';
import { fieldBase } from './field-base';

/** A form for one model, made of its OpenAPI document. */
export interface ModelForm {
  /** The field of the whole body. */
  readonly root: Field;
  /** Whether the document describes the input at all; where it does not, the form is a JSON editor. */
  readonly inputAuthored: boolean;
  readonly outputAuthored: boolean;
  readonly inputModalities: readonly string[];
  readonly outputModalities: readonly string[];
  readonly outputs: readonly OutputContent[];
  readonly modelId: string;
  readonly version: string;
  /** A whole body that the document shows. */
  readonly example: JsonValue | undefined;
}

/** The member that names the model, in the spellings of the providers. */
const MODEL_NAME = /^model(?:_?(?:name|id|version))?$/i;

/** Told of what the making of a form comes across; `form-notes.ts` listens. */
export interface FormWatch {
  onField(path: FieldPath, flat: FlatSchema): void;
  /** Something was left out. */
  onNote(path: FieldPath, text: string): void;
}

/** Never throws: a text that is no document gives a JSON editor. */
export function compileForm(documentText: string, watch?: FormWatch): ModelForm {
  return compileDocument(readOrExplain(documentText, watch), watch);
}

/** The same for a document that is read already. @param unread why it could not be; the form is a JSON editor then. */
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
    watch?.onNote([], `The document cannot be read: ${error.message}`);
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
  unread = 'the document does not describe the input of this model',
): Field {
  const place: FieldContext = { ...ROOT, modalities: document.inputModalities };
  const schema = document.input ?? true;
  if (document.inputAuthored) return compiler.fieldOf(flattenAt(compiler, [schema], place.path), place);
  const base = fieldBase(flattenAt(compiler, [schema], place.path), place);
  return jsonField(compiler, base, unread);
}

/** Optional, and either null is welcome or its own words say that the address names the model already. */
function isFilledByRouter(name: string, flat: FlatSchema, modelId: string): boolean {
  if (!MODEL_NAME.test(name)) return false;
  const model = modelId.split('/').at(-1) ?? '';
  const shown = [...each(flat, 'default'), ...each(flat, 'example'), ...each(flat, 'const')];
  const isSaid = /\brouter\b|\bpath\b/i.test(firstText(flat, 'description'));
  return each(flat, 'nullable').includes(true) || isSaid || (model !== '' && shown.includes(model));
}
