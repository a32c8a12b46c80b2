/** An address that stands alone as a string of a JSON document. */
export interface NamedAddress {
  address: string;
  /** Member names and array indexes from the root. */
  path: readonly (string | number)[];
  /** Of the string with its quotes: `[start, end)`. */
  start: number;
  end: number;
}

interface Container {
  isArray: boolean;
  /** The member or index that comes or is under way. */
  key: string | number;
  awaitsName: boolean;
}

const MAX_LENGTH = 8192;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Finds the http(s) addresses in text that is JSON, in one pass and without building it: answers may hold megabytes of
 * inline pictures. An address within a sentence is text, and none of them.
 */
export function findAddresses(text: string): NamedAddress[] {
  const found: NamedAddress[] = [];
  const stack: Container[] = [];
  let at = 0;
  while (at < text.length) {
    const top = stack.at(-1);
    switch (text[at]) {
      case '"': {
        const end = endOfString(text, at);
        if (top?.awaitsName) {
          top.key = stringOf(text.slice(at, end));
          top.awaitsName = false;
        } else {
          const address = addressOf(text, at, end);
          if (address !== null) found.push({ address, path: stack.map(({ key }) => key), start: at, end });
        }
        at = end;
        continue;
      }
      case '{':
        stack.push({ isArray: false, key: '', awaitsName: true });
        break;
      case '[':
        stack.push({ isArray: true, key: 0, awaitsName: false });
        break;
      case '}':
      case ']':
        stack.pop();
        break;
      case ',':
        if (top?.isArray) top.key = Number(top.key) + 1;
        else if (top) top.awaitsName = true;
    }
    at += 1;
  }
  return found;
}

/** Puts other addresses in place of some, and leaves every other byte as it is. */
export function replaceAddresses(text: string, replacements: readonly { at: NamedAddress; by: string }[]): string {
  let result = '';
  let passed = 0;
  for (const { at, by } of replacements.toSorted((a, b) => a.at.start - b.at.start)) {
    result += text.slice(passed, at.start) + JSON.stringify(by);
    passed = at.end;
  }
  return result + text.slice(passed);
}

/** Behind the closing quote. */
function endOfString(text: string, start: number): number {
  let quote = start;
  for (;;) {
    quote = text.indexOf('"', quote + 1);
    if (quote === -1) return text.length;
    let slashes = quote - 1;
    while (text.charCodeAt(slashes) === BACKSLASH) slashes -= 1;
    if ((quote - slashes) % 2 === 1) return quote + 1;
  }
}

function addressOf(text: string, start: number, end: number): string | null {
  if (end - start > MAX_LENGTH || text.charCodeAt(end - 1) !== QUOTE) return null;
  // Some writers escape slashes.
  if (!/^"https?:\\?\//i.test(text.slice(start, start + 9))) return null;
  const address = stringOf(text.slice(start, end));
  return URL.canParse(address) && !/\s/.test(address) ? address : null;
}

function stringOf(token: string): string {
  try {
    return JSON.parse(token) as string;
  } catch {
    return token;
  }
}
