/**
 * Prerendered page that lists what only the gateway knows. The build renders one item for each look of an entry
 * (`src/ui/first-list.tsx`), with words in place of its texts. At run time, the entries of this gateway are filled in.
 */
export interface Picture {
  /** Static markup, and lists. */
  parts: readonly (string | List)[];
}

interface List {
  how: 'whole' | 'long' | 'first' | 'empty';
  most: number;
  /** Markup by look. */
  items: ReadonlyMap<string, string>;
}

/** Returns the text for a word of the markup; `undefined` for what is no word. */
type WordOf = (word: string) => string | undefined;

export interface FirstEntry {
  /** Its looks, best first: a list shows it as the first one that it has an item for. */
  looks: readonly string[];
  wordOf: WordOf;
}

export interface PageContent {
  /** What the page lists, in order; none if that is unknown or must not be shown. */
  entries: readonly FirstEntry[];
  /** For the words outside of lists. */
  wordOf: WordOf;
}

export const NO_CONTENT: PageContent = { entries: [], wordOf: () => undefined };

const LIST = /__LIST (whole|long|first|empty) (\d+)__(.*?)__END__/gs;
const ITEM = /__ITEM (\S+?)__(?=<)(.*?)(?=__ITEM |$)/gs;
const WORD = /__([A-Z]+)__/g;
/** Looks of entries without an item of their own, and of an empty list. */
const OTHERS = 'any';
const NOTHING = 'none';

/** @param markup as rendered by the build */
export function readImage(markup: string): Picture {
  const parts: (string | List)[] = [];
  let at = 0;
  for (const match of markup.matchAll(LIST)) {
    const [whole, how = '', most = '', text = ''] = match;
    parts.push(markup.slice(at, match.index), {
      how: how === 'whole' || how === 'long' || how === 'first' ? how : 'empty',
      most: Number(most),
      items: new Map(Array.from(text.matchAll(ITEM), ([, look = '', item = '']) => [look, item])),
    });
    at = match.index + whole.length;
  }
  return { parts: [...parts, markup.slice(at)] };
}

export function fillPrerenderedPage({ parts }: Picture, { entries, wordOf }: PageContent): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return fill(part, wordOf);
      if (entries.length === 0) return part.items.get(NOTHING) ?? '';
      return chooseEntries(part, entries)
        .map((entry) => fill(itemOf(part, entry) ?? part.items.get(OTHERS) ?? '', entry.wordOf))
        .join('');
    })
    .join('');
}

/** Viewport width from which lists have large images; below it they have small ones or none. */
const WIDE = '(min-width: 640px)';
/** Cards of a long catalog that fill any window. */
const MAX_FIRST_CARDS = 30;
const IMAGE = /<img [^<>]*>/g;

/** Returns `Link` headers of the page's main images, which the browser would otherwise load only after its scripts. */
export function imageLinks(page: string): string[] {
  return (page.match(IMAGE) ?? []).flatMap((image) => {
    const [, src] = / src="([^"]+)"/.exec(image) ?? [];
    const isMain = image.toLowerCase().includes(' fetchpriority="high"');
    return src && isMain ? [`<${src}>; rel=preload; as=image; fetchpriority=high; media="${WIDE}"`] : [];
  });
}

function chooseEntries(list: List, entries: readonly FirstEntry[]): readonly FirstEntry[] {
  if (list.how === 'first') return entries.slice(0, list.most);
  const isFull = (list.how === 'long') === entries.length > list.most;
  return isFull && entries.some((entry) => itemOf(list, entry) !== undefined) ? entries.slice(0, MAX_FIRST_CARDS) : [];
}

function itemOf({ items }: List, { looks }: FirstEntry): string | undefined {
  const look = looks.find((one) => items.has(one));
  return look === undefined ? undefined : items.get(look);
}

function fill(markup: string, wordOf: WordOf): string {
  return markup.replaceAll(WORD, (whole, word: string) => escapeHtml(wordOf(word) ?? whole));
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
}
