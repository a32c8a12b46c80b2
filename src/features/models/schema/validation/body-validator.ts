import { validate, type Schema } from '@cfworker/json-schema';
import { parseJson } from '@contract/json/lossless';
import { plainValue } from '@contract/json/to-plain-value';
import { breakCycles } from '@contract/model-schema/cut-circles';
import { findFaults } from '@contract/model-schema/find-errors';
import { normalSchema } from '@contract/model-schema/normalize-schema';
import type { SchemaFault } from '@contract/model-schema/schema-error';
import { readModelDocument, type ModelDocument } from '@contract/model-schema/openapi-document';
import type { Field, FieldPath } from '../field';
import { fieldsAt } from '../field-at';
import type { FormFault } from '../form-error';
import { compileDocument } from '../model-form';
import { exactFaults } from './exact-numbers';

export interface BodyValidator {
  /** @throws RangeError where the value nests deeper than the call stack. */
  check(bodyText: string): FormFault[];
}

/** Runs in a worker that is ended when it takes too long: nothing here is sure to come back. */
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
      // References are followed already, so there is nothing to look up.
      const { errors } = validate(value, schema as Schema | boolean, '2020-12', {}, false);
      const faults = findFaults(errors, schema, value).filter(
        ({ rule, path }) => rule !== 'required' || !isSetByService(root, path),
      );
      return [...faults.map(inForm), ...exactFaults(root, body)];
    },
  };
}

function inForm({ path, message, rule }: SchemaFault): FormFault {
  return { path, message, rule, source: 'schema', context: null, input: undefined };
}

/** Known to the form also where `required` and `readOnly` are said by schemas that lie side by side. */
function isSetByService(root: Field, path: FieldPath): boolean {
  const fields = fieldsAt(root, path);
  return fields.length > 0 && fields.every(({ readOnly }) => readOnly);
}
