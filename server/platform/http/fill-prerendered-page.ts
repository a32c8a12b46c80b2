import { describeModel } from '@contract/router/model-description';
import type { CatalogBuild } from '../../router/catalog/catalog';
import { NO_DETAILS } from '../../router/catalog/model-about';

/**
 * Prerendered page that lists models. The build renders one item for each model with an individual look and one for all others
 * (`src/features/models/catalog/first-models.ts`). At run time, the models of this gateway are filled in.
 */
export interface Picture {
  /** Static markup, and lists. */
  parts: readonly (string | List)[];
}

interface List {
  how: 'whole' | 'long' | 'first' | 'empty';
  most: number;
  /** Markup by model id. */
  items: ReadonlyMap<string, string>;
}

const LIST = /__LIST (whole|long|first|empty) (\d+)__(.*?)__END__/gs;
const ITEM = /__ITEM (\S+?)__(?=<)(.*?)(?=__ITEM |$)/gs;
const WORD = /__(PROVIDER|MODEL|SUMMARY|TAKES|RETURNS)__/g;
const OTHERS = '__PROVIDER__/__MODEL__';
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
      items: new Map(Array.from(text.matchAll(ITEM), ([, id = '', item = '']) => [id, item])),
    });
    at = match.index + whole.length;
  }
  return { parts: [...parts, markup.slice(at)] };
}

/**
 * @param ids of the models that the page lists, in order; none if they are unknown or must not be shown
 * @param model the model of the path
 */
export function fillPrerenderedPage(
  { parts }: Picture,
  { catalog, ids, model }: { catalog: CatalogBuild | null; ids: readonly string[]; model: string },
): string {
  const fill = (text: string, id: string) =>
    text.replaceAll(WORD, (_, word: string) => escapeHtml(wordOf(word, id, catalog)));
  return parts
    .map((part) => {
      if (typeof part === 'string') return fill(part, model);
      if (ids.length === 0) return part.items.get(NOTHING) ?? '';
      return chooseIds(part, ids)
        .map((id) => fill(part.items.get(id) ?? part.items.get(OTHERS) ?? '', id))
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

function chooseIds({ how, most, items }: List, ids: readonly string[]): readonly string[] {
  if (how === 'first') return ids.slice(0, most);
  const isFull = (how === 'long') === ids.length > most;
  return isFull && ids.some((id) => items.has(id)) ? ids.slice(0, MAX_FIRST_CARDS) : [];
}

function wordOf(word: string, id: string, catalog: CatalogBuild | null): string {
  const slash = id.indexOf('/');
  if (word === 'PROVIDER') return slash < 0 ? id : id.slice(0, slash);
  if (word === 'MODEL') return slash < 0 ? '' : id.slice(slash + 1);
  const about = catalog?.models.get(id)?.about?.() ?? NO_DETAILS;
  if (word === 'TAKES') return about.inputModalities.join(', ');
  if (word === 'RETURNS') return about.outputModalities.join(', ');
  return describeModel(id, about);
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
