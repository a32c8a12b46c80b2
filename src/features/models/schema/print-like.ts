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
 * Prints a value in the manner of the text it was made from: what is the same object as in `source` comes out byte for
 * byte, what differs is written anew in between, indented as its surroundings are.
 * @param text from which `parseJson` read `source`.
 */
export function printLike(text: string, source: JsonValue, value: JsonValue): string {
  if (isUnchanged(source, value)) return text;
  const span = findValue(text, []) as Span;
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

/** A document of one line with something in it stays on one line. */
function printNew(text: string, value: JsonValue, indent: string): string {
  const isOneLine = !text.includes('\n') && memberSpans(text, findValue(text, [])?.start ?? 0).next().done === false;
  return isOneLine ? stringifyJson(value) : stringifyJson(value, 2).replaceAll('\n', `\n${indent}`);
}

function printObject(text: string, span: Span, source: JsonObject, value: JsonObject, indent: string): string {
  const members = [...memberSpans(text, span.start)];
  const isKept = (found: MemberSpan) => Object.hasOwn(value, found.key);
  // Of a repeated member the last one is what was read; those before it are carried along as they are.
  const last = new Map(members.map((found) => [found.key, found]));
  const model = members.findLast(isKept);
  if (!model) return printNew(text, value, indent);

  const inner = indentAt(text, model.start, indent);
  const parts: string[] = ['{'];
  let isFirst = true;
  for (const [index, found] of members.entries()) {
    if (!isKept(found)) continue;
    parts.push(isFirst ? leadOf(text, span, members, 0) : separator(text, span, members, index, isKept));
    isFirst = false;
    const key = found.key as string;
    parts.push(text.slice(found.start, found.value.start));
    parts.push(
      last.get(key) === found
        ? print({ text, span: found.value, source: source[key] as JsonValue }, value[key] as JsonValue, inner)
        : text.slice(found.value.start, found.value.end),
    );
  }
  const lead = leadOf(text, span, members, members.indexOf(model));
  const gap = trailingSpace(text.slice(model.start, model.value.start));
  for (const [key, item] of Object.entries(value)) {
    if (!last.has(key)) parts.push(',', lead, JSON.stringify(key), ':', gap, printNew(text, item, inner));
  }
  parts.push(text.slice(members.at(-1)?.value.end, span.end));
  return parts.join('');
}

function printArray(text: string, span: Span, source: JsonValue[], value: JsonValue[], indent: string): string {
  const items = [...memberSpans(text, span.start)];
  const first = items[0];
  if (!first || value.length === 0) return printNew(text, value, indent);

  const inner = indentAt(text, first.start, indent);
  // Items that only moved keep their text.
  const spans = new Map(source.map((item, index) => [item, items[index]?.value as Span]));
  const usual = items.length > 1 ? betweenItems(text, items, 1) : `,${leadOf(text, span, items, 0)}`;
  const parts: string[] = ['[', leadOf(text, span, items, 0)];
  for (const [index, item] of value.entries()) {
    if (index > 0) parts.push(index < items.length ? betweenItems(text, items, index) : usual);
    const here = items[index]?.value;
    const moved = spans.get(item);
    if (here && isUnchanged(source[index], item)) parts.push(text.slice(here.start, here.end));
    else if (moved) parts.push(text.slice(moved.start, moved.end));
    else if (here) parts.push(print({ text, span: here, source: source[index] as JsonValue }, item, inner));
    else parts.push(printNew(text, item, inner));
  }
  parts.push(text.slice(items.at(-1)?.value.end, span.end));
  return parts.join('');
}

function betweenItems(text: string, items: MemberSpan[], index: number): string {
  return text.slice(items[index - 1]?.value.end, items[index]?.start);
}

/** The white space before a member. */
function leadOf(text: string, span: Span, members: MemberSpan[], index: number): string {
  const start = members[index]?.start ?? span.start;
  const from = members[index - 1]?.value.end ?? span.start + 1;
  return trailingSpace(text.slice(from, start));
}

/** Without a pattern, which would try anew at every space of a long name. */
function trailingSpace(text: string): string {
  return text.slice(text.trimEnd().length);
}

function separator(
  text: string,
  span: Span,
  members: MemberSpan[],
  index: number,
  isKept: (found: MemberSpan) => boolean,
): string {
  const before = members[index - 1];
  return before && isKept(before) ? betweenItems(text, members, index) : `,${leadOf(text, span, members, index)}`;
}

/** How far the line of a member is indented. */
function indentAt(text: string, start: number, outer: string): string {
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  return /^\s*$/.test(line) ? line : outer;
}
