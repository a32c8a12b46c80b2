import { validate, type Schema } from '@cfworker/json-schema';
import { parseJson } from '@contract/json/lossless';
import { plainValue, type PlainValue } from '@contract/json/to-plain-value';
import { breakCycles } from '@contract/model-schema/cut-circles';
import { findFaults } from '@contract/model-schema/find-errors';
import { each, flatten, isSet, propertyParts, type FlatSchema } from '@contract/model-schema/flatten-schema';
import { normalSchema } from '@contract/model-schema/normalize-schema';
import { readModelDocument, type ModelDocument } from '@contract/model-schema/openapi-document';
import type { SchemaFault } from '@contract/model-schema/schema-error';
import type { FieldFault } from '@contract/router/validation-error';

/** @throws JsonSyntaxError, RangeError where the body nests deeper than can be judged. */
export type BodyJudge = (bodyText: string) => FieldFault[];

/** As the console judges it, so that neither refuses what the other lets pass. Its time has no bound: see `body-validator-pool.ts`. */
export function bodyJudge(documentText: string, { patterns }: { patterns: boolean }): BodyJudge {
  const document = readModelDocument(documentText);
  if (!document.inputAuthored || document.input === undefined) return () => [];
  const schema = normalSchema(document.input, { resolve: document.resolve, dynamic: document.dynamic, patterns });
  breakCycles(schema);
  return (bodyText) => {
    const value = plainValue(parseJson(bodyText));
    // References are followed already, so there is nothing to look up.
    const { errors } = validate(value, schema as Schema | boolean, '2020-12', {}, false);
    const faults = findFaults(errors, schema, value);
    return onePerField(faults.filter((fault) => !isOfService(fault, document))).map((fault) => inAnswer(fault, value));
  };
}

/** Required by one schema and set by the service by another that lies beside it: then no request has it. */
function isOfService({ rule, path }: SchemaFault, { input, resolve }: ModelDocument): boolean {
  if (rule !== 'required') return false;
  const source = { resolve, onNote: () => {} };
  const at = path.reduce<FlatSchema>(
    (flat, step) =>
      flatten(typeof step === 'number' ? each(flat, 'items') : (propertyParts(flat).get(step) ?? []), source),
    flatten([input ?? true], source),
  );
  return isSet(at, 'readOnly');
}

function onePerField(faults: readonly SchemaFault[]): SchemaFault[] {
  const first = new Map<string, SchemaFault>();
  for (const fault of faults) {
    const place = JSON.stringify(fault.path);
    if (!first.has(place)) first.set(place, fault);
  }
  return [...first.values()];
}

function inAnswer({ path, message, rule, bound }: SchemaFault, body: PlainValue): FieldFault {
  const loc = ['body', ...path];
  if (rule === 'required') return { loc, msg: 'This field is required', type: 'missing' };
  const input = valueAt(body, path);
  return { loc, msg: message, type: rule, ...contextOf(rule, bound), ...(isShort(input) ? { input } : {}) };
}

const MAX_LISTED = 50;

function contextOf(rule: string, bound: unknown): Pick<FieldFault, 'ctx'> {
  const shown = Array.isArray(bound) && bound.length === 1 && rule === 'type' ? (bound[0] as unknown) : bound;
  const values = Array.isArray(shown) ? shown : [shown];
  const isBound = bound !== undefined && values.length <= MAX_LISTED && values.every(isScalar);
  return isBound ? { ctx: { [rule]: shown } } : {};
}

const isScalar = (value: unknown) => typeof value !== 'object' || value === null;

function valueAt(body: PlainValue, path: SchemaFault['path']): PlainValue | undefined {
  return path.reduce<PlainValue | undefined>(
    (at, step) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, step)
        ? (at as Record<string | number, PlainValue>)[step]
        : undefined,
    body,
  );
}

const MAX_ECHOED = 200;

function isShort(input: PlainValue | undefined): boolean {
  if (input === undefined) return false;
  return typeof input === 'string' ? input.length <= MAX_ECHOED : isScalar(input);
}
