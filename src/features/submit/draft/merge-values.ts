import { memberSpans, replaceValue, stringifyJson, type JsonValue, type Span } from '@contract/json/lossless';
import type { Graph, GraphNode } from '@contract/workflow/graph';
import { sameValue, type FormCard, type FormField, type FormModel } from './form-model';

type Values = ReadonlyMap<string, JsonValue>;

/** Returns the graph with the values of the form. Nodes that stay the same are the same objects, and so is the graph if all do. */
export function mergedGraph(graph: Graph, { cards }: FormModel, values: Values): Graph {
  let merged: Map<string, GraphNode> | null = null;
  for (const card of cards) {
    const node = graph.get(card.nodeId);
    if (!node) continue;
    const changes = changedValues(card, values, ({ name }) => node.inputs[name]);
    if (changes.length === 0) continue;
    merged ??= new Map(graph);
    const inputs = { ...node.inputs, ...Object.fromEntries(changes.map(({ field, value }) => [field.name, value])) };
    merged.set(node.id, { ...node, inputs });
  }
  return merged ?? graph;
}

/** Returns the text from which the form was built, with the values of the form; every other character stays. */
export function mergedText(original: string, { cards }: FormModel, values: Values): string {
  const parts = cards.flatMap((card) => {
    const changes = changedValues(card, values, (field) => field.value);
    const span = changes.length === 0 ? undefined : nodeSpans(original).get(card.nodeId);
    return span ? [{ changes, span }] : [];
  });
  let text = '';
  let end = 0;
  for (const { changes, span } of parts.sort((left, right) => left.span.start - right.span.start)) {
    const node = changes.reduce(
      (merged, { field, value }) => replaceValue(merged, ['inputs', field.name], stringifyJson(value)),
      original.slice(span.start, span.end),
    );
    text += original.slice(end, span.start) + node;
    end = span.end;
  }
  return text + original.slice(end);
}

function changedValues({ fields }: FormCard, values: Values, before: (field: FormField) => JsonValue | undefined) {
  return fields.flatMap((field) => {
    const value = values.get(field.key);
    const was = before(field);
    return value === undefined || (was !== undefined && sameValue(was, value)) ? [] : [{ field, value }];
  });
}

/** Of the last text: each pause in typing merges the values into the same text again, and finding its nodes reads all of it. */
let last: { text: string; spans: ReadonlyMap<string | number, Span> } | null = null;

function nodeSpans(text: string): ReadonlyMap<string | number, Span> {
  if (last?.text !== text) {
    // Of a repeated node, the last one counts.
    const spans = new Map([...memberSpans(text, text.indexOf('{'))].map(({ key, value }) => [key, value]));
    last = { text, spans };
  }
  return last.spans;
}
