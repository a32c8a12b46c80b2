import { stringifyJson, type JsonValue } from '@contract/json/lossless';
import { fc, runs } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import { fieldsBelow, type Field } from './field';
import { fits } from './fits';
import { formNotes } from './form-notes';
import { compileForm } from './model-form';
import { initialInput, initialValue } from './initial-value';
import { modelDocument, ref } from './testing/model-documents';
import { branchOf, switchBranch } from './compile/union';
import { bodyValidator } from './validation/body-validator';

const KEYWORDS = `type properties items oneOf anyOf allOf not enum const required $ref nullable additionalProperties
  patternProperties prefixItems minimum maximum exclusiveMinimum multipleOf minItems maxItems minLength maxLength pattern
  format default example examples title description discriminator propertyName mapping x-order x-enum-labels
  dependentRequired dependencies if then contentEncoding readOnly deprecated minProperties a b __proto__`.split(/\s+/);
const WORDS = `string number integer object array boolean null a b uri byte int64 date ^a$ ((( #
  #/components/schemas/A #/components/schemas/B`.split(/\s+/);
const SCALARS: JsonValue[] = [...WORDS, 'A base64 image or URL', '', true, false, null, 0, -1, 2.5, 7, 1e300];

/** Mostly keywords, at positions where they may or may not make sense. */
const { schema } = fc.letrec<{ schema: JsonValue }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 5, depthIdentifier: 's', withCrossShrink: true },
    fc.constantFrom(...SCALARS),
    fc.dictionary(fc.constantFrom(...KEYWORDS), tie('schema'), { maxKeys: 5, depthIdentifier: 's' }),
    fc.array(tie('schema'), { maxLength: 3, depthIdentifier: 's' }),
  ),
}));

function fieldsOf(root: Field): Field[] {
  const fields = [root];
  for (let index = 0; index < fields.length && index < 60; index += 1)
    fields.push(...fieldsBelow(fields[index] as Field));
  return fields.slice(0, 200);
}

describe('any schema, sensible or not', { timeout: 30_000 }, () => {
  const documents = fc
    .tuple(schema, schema, schema)
    .map(([input, A, B]) =>
      modelDocument(
        { allOf: [{ type: 'object', properties: { a: input, b: ref('A') } }, input] },
        { components: { A, B } },
      ),
    );

  it('compiles to a form whose controls can show their initial values', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const form = compileForm(document);
        initialInput(form.root);
        for (const field of fieldsOf(form.root)) {
          const start = initialValue(field);
          expect(fits(field, start)).toBe(true);
          if (field.kind !== 'union') continue;
          branchOf(field, start);
          switchBranch(field, 0, { a: 'x' });
        }
        formNotes(document);
      }),
      { numRuns: runs(300) },
    );
  });

  it('validates any body and terminates', () => {
    fc.assert(
      fc.property(documents, schema, (document, body) => {
        const errors = bodyValidator(document, { patterns: true }).check(stringifyJson(body));
        expect(errors.every(({ message }) => message !== '' && !message.includes('undefined'))).toBe(true);
      }),
      { numRuns: runs(300) },
    );
  });
});
