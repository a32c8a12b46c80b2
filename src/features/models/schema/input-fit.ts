import { isObject } from '@contract/json/json-values';
import { readModelDocument } from '@contract/model-schema/openapi-document';
import { bodyFromText } from './body';
import { pathText, type Field } from './field';
import { compileDocument } from './model-form';
import { branchOf } from './compile/union';
import { validateDocument } from './validation/body-validator';

/** How well an input that was written for another model fits this model. */
export interface InputFit {
  /** False if the document does not describe the input. */
  isDescribed: boolean;
  /** Properties of the body that the model accepts. */
  taken: readonly string[];
  /** Properties that are unknown to the model. */
  unknown: readonly string[];
  /** Required properties that are missing from the body. */
  missing: readonly string[];
  /** Errors in the accepted properties, as messages. */
  faults: readonly string[];
  /** Accepted properties with errors. */
  faulty: readonly string[];
}

export const UNDESCRIBED: InputFit = {
  isDescribed: false,
  taken: [],
  unknown: [],
  missing: [],
  faults: [],
  faulty: [],
};

/** Compares top-level properties; nested values are validated against the schema. Slow for large documents. */
export function inputFit(documentText: string, bodyText: string): InputFit {
  const document = readModelDocument(documentText);
  const { value } = bodyFromText(bodyText);
  const properties = propertiesOf(compileDocument(document).root, value);
  if (properties === null || !isObject(value)) return UNDESCRIBED;
  const sent = Object.keys(value);
  const taken = sent.filter((name) => properties.has(name));
  const errors = validateDocument(document, { patterns: false })
    .check(bodyText)
    .filter(({ path: [name], rule }) => rule !== 'required' && taken.includes(String(name)));
  return {
    isDescribed: true,
    taken,
    unknown: sent.filter((name) => !properties.has(name)),
    missing: [...properties.values()]
      .filter(({ required, name }) => required && !Object.hasOwn(value, name))
      .map(({ name }) => name),
    faults: errors.map(({ path, message }) => `${pathText(path)}: ${message}`),
    faulty: [...new Set(errors.map(({ path: [name] }) => String(name)))],
  };
}

/** Returns the properties by name; `null` if any property may be sent. */
function propertiesOf(
  field: Field,
  value: ReturnType<typeof bodyFromText>['value'],
): ReadonlyMap<string, Field> | null {
  if (field.kind === 'object') return new Map(field.fields().map((child) => [child.name, child]));
  if (field.kind !== 'union') return null;
  const branch = field.branches[Math.max(0, branchOf(field, value))];
  return branch ? propertiesOf(branch.field(), value) : null;
}
