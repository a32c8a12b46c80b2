import { validate } from '@cfworker/json-schema';
import { LosslessNumber, parseJson, type JsonValue } from '@contract/json/lossless';
import { plainValue } from '@contract/json/to-plain-value';
import { breakCycles } from '@contract/model-schema/break-cycles';
import { findErrors } from '@contract/model-schema/find-errors';
import { asValidated, normalSchema } from '@contract/model-schema/normalize-schema';
import type { SchemaError } from '@contract/model-schema/schema-error';
import { readModelDocument, type ModelDocument } from '@contract/model-schema/openapi-document';
import { isObject } from '@contract/json/json-values';
import type { NumberBound } from '@/shared/fields/number-range';
import { fieldsAt, type Field, type FieldPath, type NumberField } from '../field';
import type { FormError } from '../form-error';
import { compileDocument } from '../model-form';
import { errorTexts } from './error-texts';

export interface BodyValidator {
  /** @throws RangeError if the value nests deeper than the call stack. */
  check(bodyText: string): FormError[];
}

/** Runs in a worker that is terminated after a timeout: a pattern may never terminate. */
export function bodyValidator(documentText: string, options: { patterns: boolean }): BodyValidator {
  return validateDocument(readModelDocument(documentText), options);
}

export function validateDocument(document: ModelDocument, options: { patterns: boolean }): BodyValidator {
  const source = document.inputAuthored ? (document.input ?? true) : true;
  const schema = normalSchema(source, {
    resolve: document.resolve,
    dynamic: document.dynamic,
    patterns: options.patterns,
  });
  breakCycles(schema);
  const { root } = compileDocument(document);
  return {
    check: (bodyText) => {
      const body = parseJson(bodyText);
      const value = plainValue(body);
      // References are already resolved, so no lookup is necessary.
      const { errors } = validate(value, asValidated(schema), '2020-12', {}, false);
      const faults = findErrors(errors, schema, value, errorTexts).filter(
        ({ rule, path }) => rule !== 'required' || !isSetByService(root, path),
      );
      return [...faults.map(inForm), ...exactErrors(root, body)];
    },
  };
}

function inForm({ path, message, rule }: Omit<SchemaError, 'bound'>): FormError {
  return { path, message, rule, source: 'schema', context: null, input: undefined };
}

/** The form also recognizes this if `required` and `readOnly` are in sibling schemas. */
function isSetByService(root: Field, path: FieldPath): boolean {
  const fields = fieldsAt(root, path);
  return fields.length > 0 && fields.every(({ readOnly }) => readOnly);
}

const INTEGER = /^-?\d+$/;

/** Compares integers beyond 2^53, which a double cannot represent, with bounds of the same magnitude. */
function exactErrors(root: Field, body: JsonValue): FormError[] {
  return longIntegers(body).flatMap(({ path, raw }) => {
    const fields = fieldsAt(root, path);
    const [field] = fields;
    return fields.length === 1 && field?.kind === 'number' ? boundErrors(field, path, BigInt(raw)) : [];
  });
}

function longIntegers(body: JsonValue): { path: FieldPath; raw: string }[] {
  const found: { path: FieldPath; raw: string }[] = [];
  const open: { path: FieldPath; value: JsonValue }[] = [{ path: [], value: body }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { path, value } = next;
    if (value instanceof LosslessNumber && INTEGER.test(value.raw)) found.push({ path, raw: value.raw });
    else if (Array.isArray(value)) value.forEach((item, index) => open.push({ path: [...path, index], value: item }));
    else if (isObject(value))
      for (const [name, item] of Object.entries(value)) open.push({ path: [...path, name], value: item });
  }
  return found;
}

function boundErrors({ minimum, maximum }: NumberField, path: FieldPath, value: bigint): FormError[] {
  const low = exact(minimum);
  const high = exact(maximum);
  // If the doubles differ as well, the validator has already reported it.
  if (low !== null && value < low && Number(value) === Number(low))
    return [inForm({ path, rule: 'minimum', message: errorTexts.atLeast(String(low)) })];
  if (high !== null && value > high && Number(value) === Number(high))
    return [inForm({ path, rule: 'maximum', message: errorTexts.atMost(String(high)) })];
  return [];
}

function exact(bound: NumberBound | null): bigint | null {
  return bound && INTEGER.test(String(bound.value)) ? BigInt(String(bound.value)) : null;
}
