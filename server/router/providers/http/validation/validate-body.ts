import { validate } from '@cfworker/json-schema';
import { parseJson } from '@contract/json/lossless';
import { plainMember, plainValue, type PlainValue } from '@contract/json/to-plain-value';
import { breakCycles } from '@contract/model-schema/break-cycles';
import { findErrors } from '@contract/model-schema/find-errors';
import { each, flatten, isSet, propertyParts, type FlatSchema } from '@contract/model-schema/flatten-schema';
import { asValidated, normalSchema } from '@contract/model-schema/normalize-schema';
import { readModelDocument, type ModelDocument } from '@contract/model-schema/openapi-document';
import type { SchemaError } from '@contract/model-schema/schema-error';
import type { FieldError } from '@contract/router/validation-error';

/** Validates a body. @throws JsonSyntaxError, or RangeError if the body is nested too deep */
export type BodyValidator = (bodyText: string) => FieldError[];

/** Validates like the console, so that both accept the same bodies. May run without end: see `body-validator-pool.ts`. */
export function createBodyValidator(documentText: string, { patterns }: { patterns: boolean }): BodyValidator {
  const document = readModelDocument(documentText);
  if (!document.inputAuthored || document.input === undefined) return () => [];
  const schema = normalSchema(document.input, { resolve: document.resolve, dynamic: document.dynamic, patterns });
  breakCycles(schema);
  return (bodyText) => {
    const value = plainValue(parseJson(bodyText));
    // References are already resolved, so the lookup is empty.
    const { errors } = validate(value, asValidated(schema), '2020-12', {}, false);
    const faults = findErrors(errors, schema, value);
    return onePerField(faults.filter((error) => !isOfService(error, document))).map((error) =>
      inResponse(error, value),
    );
  };
}

/** Returns true if the missing member is `readOnly` in a sibling schema: the service sets it, so requests never contain it. */
function isOfService({ rule, path }: SchemaError, { input, resolve }: ModelDocument): boolean {
  if (rule !== 'required') return false;
  const source = { resolve, onNote: () => {} };
  const at = path.reduce<FlatSchema>(
    (flat, step) =>
      flatten(typeof step === 'number' ? each(flat, 'items') : (propertyParts(flat).get(step) ?? []), source),
    flatten([input ?? true], source),
  );
  return isSet(at, 'readOnly');
}

function onePerField(errors: readonly SchemaError[]): SchemaError[] {
  const first = new Map<string, SchemaError>();
  for (const error of errors) {
    const position = JSON.stringify(error.path);
    if (!first.has(position)) first.set(position, error);
  }
  return [...first.values()];
}

function inResponse({ path, message, rule, bound }: SchemaError, body: PlainValue): FieldError {
  const loc = ['body', ...path];
  if (rule === 'required') return { loc, msg: 'This field is required', type: 'missing' };
  const input = valueAt(body, path);
  return { loc, msg: message, type: rule, ...contextOf(rule, bound), ...(isShort(input) ? { input } : {}) };
}

const MAX_LISTED = 50;

function contextOf(rule: string, bound: unknown): Pick<FieldError, 'ctx'> {
  const shown = Array.isArray(bound) && bound.length === 1 && rule === 'type' ? bound.at(0) : bound;
  const values = Array.isArray(shown) ? shown : [shown];
  const isBound = bound !== undefined && values.length <= MAX_LISTED && values.every(isScalar);
  return isBound ? { ctx: { [rule]: shown } } : {};
}

const isScalar = (value: unknown) => typeof value !== 'object' || value === null;

function valueAt(body: PlainValue, path: SchemaError['path']): PlainValue | undefined {
  return path.reduce<PlainValue | undefined>(plainMember, body);
}

const MAX_ECHOED = 200;

function isShort(input: PlainValue | undefined): boolean {
  if (input === undefined) return false;
  return typeof input === 'string' ? input.length <= MAX_ECHOED : isScalar(input);
}
