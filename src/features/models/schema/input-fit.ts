import { isObject } from '@contract/json/json-values';
import { readModelDocument } from '@contract/model-schema/openapi-document';
import { bodyFromText } from './body';
import type { Field } from './field';
import { compileDocument } from './model-form';
import { pathText } from './path';
import { branchOf } from './union';
import { validateDocument } from './validation/body-validator';

/** What a model would make of an input that was written for another one. */
export interface InputFit {
  /** False: the document does not say what the model takes. */
  isDescribed: boolean;
  /** Members of the body that the model knows. */
  taken: readonly string[];
  /** Members it does not name. */
  unknown: readonly string[];
  /** What it asks for and the body has not. */
  missing: readonly string[];
  /** What is wrong with what it takes, in words. */
  faults: readonly string[];
  /** Members that it takes, with something wrong in them. */
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

/** Members of the body, not deeper: what lies below is judged by the schema. Slow for a large document. */
export function inputFit(documentText: string, bodyText: string): InputFit {
  const document = readModelDocument(documentText);
  const { value } = bodyFromText(bodyText);
  const members = membersOf(compileDocument(document).root, value);
  if (members === null || !isObject(value)) return UNDESCRIBED;
  const sent = Object.keys(value);
  const taken = sent.filter((name) => members.has(name));
  const faults = validateDocument(document, { patterns: false })
    .check(bodyText)
    .filter(({ path: [name], rule }) => rule !== 'required' && taken.includes(String(name)));
  return {
    isDescribed: true,
    taken,
    unknown: sent.filter((name) => !members.has(name)),
    missing: [...members.values()]
      .filter(({ required, name }) => required && !Object.hasOwn(value, name))
      .map(({ name }) => name),
    faults: faults.map(({ path, message }) => `${pathText(path)}: ${message}`),
    faulty: [...new Set(faults.map(({ path: [name] }) => String(name)))],
  };
}

/** By name; null where any member may be sent. */
function membersOf(field: Field, value: ReturnType<typeof bodyFromText>['value']): ReadonlyMap<string, Field> | null {
  if (field.kind === 'object') return new Map(field.fields().map((child) => [child.name, child]));
  if (field.kind !== 'union') return null;
  const branch = field.branches[Math.max(0, branchOf(field, value))];
  return branch ? membersOf(branch.field(), value) : null;
}
