import type { JsonObject } from '@contract/json/lossless';
import { describe, expect, it } from 'vitest';
import { fieldsBelow, type Field, type ObjectField } from './field';
import { formDocumentText, readFormDocument } from './form-document';
import { compileDocument, compileForm } from './model-form';
import { MODEL_DOCUMENTS, modelDocument, ref } from './testing/model-documents';

const formOf = (text: string) => compileDocument(readFormDocument(text).document);
const names = (text: string) => (formOf(text).root as ObjectField).fields().map(({ name }) => name);
const described = (count: number, words: number): JsonObject =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`m${index}`, { type: 'string', description: 'word '.repeat(words) }]),
  );

describe('a form document from the worker', () => {
  it.each(Object.entries(MODEL_DOCUMENTS))('gives the same form as the full document %s', (_name, document) => {
    const text = formDocumentText(document);
    expect(readFormDocument(text).omitted).toBe(0);
    expect(fieldsOf(formOf(text).root)).toEqual(fieldsOf(compileForm(document).root));
    const { modelId, version, inputAuthored, example } = compileForm(document);
    expect(formOf(text)).toMatchObject({ modelId, version, inputAuthored, example });
  });

  it('stays within the size limit, and counts what it omits', () => {
    const text = formDocumentText(modelDocument({ type: 'object', properties: described(2000, 100) }), 100_000);
    expect(text.length).toBeLessThan(110_000);
    const { omitted } = readFormDocument(text);
    expect(omitted).toBeGreaterThan(1700);
    expect(names(text)).toHaveLength(2000);
  });

  it('names no more properties than the size limit allows', () => {
    const text = formDocumentText(modelDocument({ type: 'object', properties: described(5000, 0) }), 20_000);
    expect(text.length).toBeLessThan(40_000);
    expect(readFormDocument(text).omitted).toBeGreaterThan(3000);
  });

  it('omits what the input does not reference', () => {
    const components = { used: { type: 'object', properties: { a: ref('used') } }, other: described(2000, 100) };
    const text = formDocumentText(modelDocument(ref('used'), { components }));
    expect(text.length).toBeLessThan(1000);
    expect(names(text)).toEqual(['a']);
  });

  it('prevents a list in a rule from using up the whole limit, and keeps numbers as written', () => {
    const long = Array.from({ length: 5000 }, (_, index) => `name ${index}`);
    const text = formDocumentText(
      modelDocument({ type: 'object', properties: { a: { type: 'integer' } }, dependencies: { a: long } }),
      10_000,
    );
    expect(readFormDocument(text).omitted).toBe(1);
    expect(names(text)).toEqual(['a']);
  });
});

/** The fields of a form, to a limited depth. */
function fieldsOf(root: Field): string[] {
  const open = [root];
  for (let requested = 0; requested < Math.min(open.length, 300); requested += 1)
    open.push(...fieldsBelow(open[requested] as Field));
  return open.map(({ path, kind, title, required }) => JSON.stringify([path, kind, title, required]));
}
