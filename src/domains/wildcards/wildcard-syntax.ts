import { t } from '@/lib/i18n/messages';

/** `{a|b}` is one of its options, `__name__` one value of a list. A backslash makes `{`, `}` and `|` plain characters. */
export type Template = readonly TemplatePart[];

type TemplatePart =
  | { kind: 'text'; text: string }
  | { kind: 'choice'; options: readonly Template[] }
  | { kind: 'list'; name: string };

/** The message is a sentence for the user. */
export class WildcardProblem extends Error {}

// Both with the same form of a name.
const LIST = /__([a-z\d]+(?:[-_./][a-z\d]+)*)__/iy;
const WHOLE_NAME = /^[a-z\d]+(?:[-_./][a-z\d]+)*$/i;
const MAX_NESTING = 50;

/** @throws WildcardProblem */
export function parseWildcards(text: string): Template {
  let at = 0;

  /** Reads up to the end, or up to the `|` or `}` of the enclosing choice. */
  function sequence(depth: number): Template {
    const parts: TemplatePart[] = [];
    // Not one string, which would be a chain of its characters that each of thousands of texts walks through.
    let plain: string[] = [];
    const addPlain = () => {
      if (plain.length > 0) parts.push({ kind: 'text', text: plain.join('') });
      plain = [];
    };
    const add = (part: TemplatePart) => {
      addPlain();
      parts.push(part);
    };
    while (at < text.length) {
      const char = text.charAt(at);
      if (char === '\\' && /[{}|]/.test(text.charAt(at + 1))) {
        plain.push(text.charAt(at + 1));
        at += 2;
      } else if (char === '{') {
        add(choice(depth + 1));
      } else if (depth > 0 && (char === '|' || char === '}')) {
        break;
      } else if (char === '}') {
        throw new WildcardProblem(
          t('“{brace}” at character {position} closes nothing. Write {escaped} for the character itself.', {
            brace: '}',
            position: at + 1,
            escaped: String.raw`\}`,
          }),
        );
      } else {
        const name = char === '_' ? listName() : null;
        if (name === null) {
          plain.push(char);
          at += 1;
        } else add({ kind: 'list', name });
      }
    }
    addPlain();
    return parts;
  }

  function choice(depth: number): TemplatePart {
    const start = at;
    if (depth > MAX_NESTING) throw new WildcardProblem(t('The choices are nested too deeply.'));
    const options: Template[] = [];
    do {
      at += 1;
      options.push(sequence(depth));
    } while (text.charAt(at) === '|');
    if (at >= text.length) {
      throw new WildcardProblem(
        t('“{brace}” at character {position} is not closed. Write {escaped} for the character itself.', {
          brace: '{',
          position: start + 1,
          escaped: String.raw`\{`,
        }),
      );
    }
    at += 1;
    return { kind: 'choice', options };
  }

  function listName(): string | null {
    LIST.lastIndex = at;
    const name = LIST.exec(text)?.[1] ?? null;
    if (name !== null) at = LIST.lastIndex;
    return name;
  }

  return sequence(0);
}

export function isListName(name: string): boolean {
  return WHOLE_NAME.test(name);
}

/** Returns where a text names lists, whatever else it contains. */
export function findListReferences(text: string): { name: string; start: number; end: number }[] {
  const found: { name: string; start: number; end: number }[] = [];
  for (let at = text.indexOf('__'); at >= 0; at = text.indexOf('__', at)) {
    LIST.lastIndex = at;
    const name = LIST.exec(text)?.[1];
    const end = name === undefined ? at + 1 : LIST.lastIndex;
    if (name !== undefined) found.push({ name, start: at, end });
    at = end;
  }
  return found;
}
