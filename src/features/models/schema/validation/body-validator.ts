import { validate } from '@cfworker/json-schema';
import { parseJson } from '@contract/json/lossless';
import { plainValue } from '@contract/json/to-plain-value';
import { breakCycles } from '@contract/model-schema/break-cycles';
import { findErrors } from '@contract/model-schema/find-errors';
import { asValidated, normalSchema } from '@contract/model-schema/normalize-schema';
import type { SchemaError } from '@contract/model-schema/schema-error';
import { readModelDocument, type ModelDocument } from '@contract/model-schema/openapi-document';
import type { Field, FieldPath } from '../field';
import { fieldsAt } from '../field-at';
import type { FormError } from '../form-error';
import { compileDocument } from '../model-form';
import { exactErrors } from './exact-numbers';

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
      const faults = findErrors(errors, schema, value).filter(
        ({ rule, path }) => rule !== 'required' || !isSetByService(root, path),
      );
      return [...faults.map(inForm), ...exactErrors(root, body)];
    },
  };
}

function inForm({ path, message, rule }: SchemaError): FormError {
  return { path, message, rule, source: 'schema', context: null, input: undefined };
}

/** The form also recognizes this if `required` and `readOnly` are in sibling schemas. */
function isSetByService(root: Field, path: FieldPath): boolean {
  const fields = fieldsAt(root, path);
  return fields.length > 0 && fields.every(({ readOnly }) => readOnly);
}
