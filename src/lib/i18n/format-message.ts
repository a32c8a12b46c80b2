/**
 * Formats ICU messages: `{name}`, `{count, plural, =0 {…} one {# job} other {# jobs}}`, `{kind, select, …}`, and tags
 * (`<link>…</link>`). `format-message.spec.ts` compares it with a complete implementation, which has ten times its size.
 */

export type Part = string | Placeholder | Tag;

interface Placeholder {
  name: string;
  /** Present for `plural` and `select`. */
  cases?: ReadonlyMap<string, readonly Part[]>;
}

interface Tag {
  tag: string;
  content: readonly Part[];
}

/** Stands in a case of a plural for its number. */
const NUMBER: Placeholder = { name: '#' };
const TOKEN = /\{\s*(\w+)\s*(?:,\s*(?:plural|select)\s*,|\})|<(\w+)>|<\/\w+>|#|\}/g;
const CASE = /\s*(?:(=?\w+)\s*\{|\})/y;

const parsed = new Map<string, readonly Part[]>();

/** @throws if the message is not valid */
export function parseMessage(message: string): readonly Part[] {
  let parts = parsed.get(message);
  if (!parts) parsed.set(message, (parts = parse(message)));
  return parts;
}

function parse(message: string): readonly Part[] {
  let at = 0;

  function readParts(isInPlural: boolean): Part[] {
    const parts: Part[] = [];
    const add = (text: string) => text !== '' && parts.push(text);
    for (;;) {
      TOKEN.lastIndex = at;
      const match = TOKEN.exec(message);
      if (!match || (match[0] === '#' && !isInPlural)) {
        const end = match ? TOKEN.lastIndex : message.length;
        add(message.slice(at, end));
        at = end;
        if (match) continue;
        return parts;
      }
      add(message.slice(at, match.index));
      at = TOKEN.lastIndex;
      const [token, name, tag] = match;
      if (token === '#') parts.push(NUMBER);
      else if (tag) parts.push({ tag, content: readParts(isInPlural) });
      else if (!name) return parts;
      else parts.push(token.endsWith('}') ? { name } : { name, cases: readCases() });
    }
  }

  function readCases() {
    const cases = new Map<string, readonly Part[]>();
    for (;;) {
      CASE.lastIndex = at;
      const match = CASE.exec(message);
      if (!match) throw new Error(`Not a valid message: ${message}`);
      at = CASE.lastIndex;
      if (!match[1]) return cases;
      cases.set(match[1], readParts(true));
    }
  }

  return readParts(false);
}

export interface Format<Result> {
  value: (name: string) => Result;
  tag: (name: string, content: Result[]) => Result;
  text: (text: string) => Result;
  integer: (value: number) => string;
  category: (value: number) => string;
}

export function formatParts<Result>(
  parts: readonly Part[],
  values: Readonly<Record<string, unknown>>,
  format: Format<Result>,
  number = 0,
): Result[] {
  return parts.flatMap((part) => {
    if (typeof part === 'string') return format.text(part);
    if ('tag' in part) return format.tag(part.tag, formatParts(part.content, values, format, number));
    if (part === NUMBER) return format.text(format.integer(number));
    if (!part.cases) return format.value(part.name);
    const value = values[part.name];
    const count = Number(value);
    const found =
      part.cases.get(`=${String(value)}`) ??
      part.cases.get(String(value)) ??
      part.cases.get(format.category(count)) ??
      part.cases.get('other');
    return formatParts(found ?? [], values, format, count);
  });
}
