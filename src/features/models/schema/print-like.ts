import {
  findValue,
  LosslessNumber,
  memberSpans,
  stringifyJson,
  type JsonObject,
  type JsonValue,
  type MemberSpan,
  type Span,
} from '@contract/json/lossless';
import { isObject } from '@contract/json/json-values';

/**
 * Prints a value in the style of its source text: objects shared with `source` are copied byte for byte; changed parts
 * are printed with the indentation around them.
 * @param text from which `parseJson` read `source`.
 */
export function printInStyle(text: string, source: JsonValue, value: JsonValue): string {
  if (isUnchanged(source, value)) return text;
  const span = findValue(text, []);
  if (!span) return printNew(text, value, '');
  return text.slice(0, span.start) + print({ text, span, source }, value, '') + text.slice(span.end);
}

interface Place {
  text: string;
  span: Span;
  source: JsonValue;
}

function isUnchanged(source: JsonValue | undefined, value: JsonValue | undefined): boolean {
  if (source === value) return true;
  return source instanceof LosslessNumber && value instanceof LosslessNumber && source.raw === value.raw;
}

function print(place: Place, value: JsonValue, indent: string): string {
  const { text, span, source } = place;
  if (isUnchanged(source, value)) return text.slice(span.start, span.end);
  if (isObject(source) && isObject(value)) return printObject(text, span, source, value, indent);
  if (Array.isArray(source) && Array.isArray(value)) return printArray(text, span, source, value, indent);
  return printNew(text, value, indent);
}

/** A non-empty single-line document stays on one line. */
function printNew(text: string, value: JsonValue, indent: string): string {
  const isOneLine = !text.includes('\n') && memberSpans(text, findValue(text, [])?.start ?? 0).next().done === false;
  return isOneLine ? stringifyJson(value) : stringifyJson(value, 2).replaceAll('\n', `\n${indent}`);
}

function printObject(text: string, span: Span, source: JsonObject, value: JsonObject, indent: string): string {
  const properties = [...memberSpans(text, span.start)];
  const isKept = (found: MemberSpan) => Object.hasOwn(value, found.key);
  // Of several properties with the same name, the last one counts; the others stay as they are.
  const last = new Map(properties.map((found) => [found.key, found]));
  const model = properties.findLast(isKept);
  if (!model) return printNew(text, value, indent);

  const inner = indentAt(text, model.start, indent);
  const parts: string[] = ['{'];
  let isFirst = true;
  for (const [index, found] of properties.entries()) {
    if (!isKept(found)) continue;
    parts.push(isFirst ? leadOf(text, span, properties, 0) : separator(text, span, properties, index, isKept));
    isFirst = false;
    const key = String(found.key);
    parts.push(text.slice(found.start, found.value.start));
    parts.push(
      last.get(found.key) === found
        ? print({ text, span: found.value, source: source[key] ?? null }, value[key] ?? null, inner)
        : text.slice(found.value.start, found.value.end),
    );
  }
  const lead = leadOf(text, span, properties, properties.indexOf(model));
  const gap = trailingSpace(text.slice(model.start, model.value.start));
  for (const [key, item] of Object.entries(value)) {
    if (!last.has(key)) parts.push(',', lead, JSON.stringify(key), ':', gap, printNew(text, item, inner));
  }
  parts.push(text.slice(properties.at(-1)?.value.end, span.end));
  return parts.join('');
}

function printArray(text: string, span: Span, source: JsonValue[], value: JsonValue[], indent: string): string {
  const items = [...memberSpans(text, span.start)];
  const first = items[0];
  if (!first || value.length === 0) return printNew(text, value, indent);

  const inner = indentAt(text, first.start, indent);
  // Moved items keep their text.
  const spans = new Map(source.map((item, index) => [item, items[index]?.value]));
  const typical = items.length > 1 ? betweenItems(text, items, 1) : `,${leadOf(text, span, items, 0)}`;
  const parts: string[] = ['[', leadOf(text, span, items, 0)];
  for (const [index, item] of value.entries()) {
    if (index > 0) parts.push(index < items.length ? betweenItems(text, items, index) : typical);
    const here = items[index]?.value;
    const moved = spans.get(item);
    if (here && isUnchanged(source[index], item)) parts.push(text.slice(here.start, here.end));
    else if (moved) parts.push(text.slice(moved.start, moved.end));
    else if (here) parts.push(print({ text, span: here, source: source[index] ?? null }, item, inner));
    else parts.push(printNew(text, item, inner));
  }
  parts.push(text.slice(items.at(-1)?.value.end, span.end));
  return parts.join('');
}

function betweenItems(text: string, items: MemberSpan[], index: number): string {
  return text.slice(items[index - 1]?.value.end, items[index]?.start);
}

/** Returns the whitespace before a property. */
function leadOf(text: string, span: Span, properties: MemberSpan[], index: number): string {
  const start = properties[index]?.start ?? span.start;
  const from = properties[index - 1]?.value.end ?? span.start + 1;
  return trailingSpace(text.slice(from, start));
}

/** Without a regular expression, which would backtrack at every space of a long name. */
function trailingSpace(text: string): string {
  return text.slice(text.trimEnd().length);
}

function separator(
  text: string,
  span: Span,
  properties: MemberSpan[],
  index: number,
  isKept: (found: MemberSpan) => boolean,
): string {
  const before = properties[index - 1];
  return before && isKept(before) ? betweenItems(text, properties, index) : `,${leadOf(text, span, properties, index)}`;
}

/** Returns the indentation of a property's line. */
function indentAt(text: string, start: number, outer: string): string {
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  return /^\s*$/.test(line) ? line : outer;
}
