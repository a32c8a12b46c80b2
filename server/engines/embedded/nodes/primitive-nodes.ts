import { LosslessNumber, stringifyJson } from '@contract/json/lossless';
import type { NodeImplementation } from '../node-implementation';
import { describeValue } from '../values';

const pass: NodeImplementation = (inputs) => [{ kind: 'literal', value: inputs.literal('value') }];

/** Shows a value like Python: text unchanged, `True` and `False`, anything else as JSON. */
const previewAny: NodeImplementation = async (inputs, context) => {
  const source = inputs.value('source');
  let text = describeValue(source);
  if (source.kind === 'literal') {
    const { value } = source;
    if (typeof value === 'string') text = value;
    else if (typeof value === 'boolean') text = value ? 'True' : 'False';
    else if (value === null) text = 'None';
    else text = value instanceof LosslessNumber ? value.raw : stringifyJson(value);
  }
  await context.save({
    name: `preview_${context.count('preview')}.txt`,
    type: 'text',
    contentType: 'text/plain; charset=utf-8',
    bytes: new TextEncoder().encode(text),
  });
  return [];
};

export const PRIMITIVE_NODES: Readonly<Record<string, NodeImplementation>> = {
  PrimitiveInt: pass,
  PrimitiveFloat: pass,
  PrimitiveString: pass,
  PrimitiveStringMultiline: pass,
  PrimitiveBoolean: pass,
  PreviewAny: previewAny,
};
