import type { Page } from '@playwright/test';
import type { FaultProxy } from './fault-proxy';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js';
import german from '../src/lib/i18n/catalogs/de.json' with { type: 'json' };

/**
 * Shows the page in a language that does not exist: the English texts with accents, 40 % longer. What it shows without an accent does
 * not come from a catalog, and what does not fit would not fit in German either.
 */
export async function usePseudoLanguage(page: Page, traffic: FaultProxy): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('flowdeck.language', 'de'));
  const catalog = Object.fromEntries(Object.keys(german).map((text) => [text, pseudo(text)]));
  traffic.replace(/\/_app\/de-[\w-]+\.json$/, JSON.stringify(catalog));
}

function pseudo(text: string): string {
  // A message without values is shown as it is, so it need not be valid.
  if (!/[{<]/.test(text)) return stretched(text);
  return printAST(parse(text).map(stretchedElement));
}

function stretchedElement(element: MessageFormatElement): MessageFormatElement {
  if (element.type === TYPE.literal) return { ...element, value: stretched(element.value) };
  if (element.type === TYPE.tag) return { ...element, children: element.children.map(stretchedElement) };
  if (element.type !== TYPE.plural && element.type !== TYPE.select) return element;
  const options = Object.fromEntries(
    Object.entries(element.options).map(([key, option]) => [
      key,
      { ...option, value: option.value.map(stretchedElement) },
    ]),
  );
  return { ...element, options };
}

const ACCENTS: Readonly<Record<string, string>> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  A: 'Á',
  E: 'É',
  I: 'Í',
  O: 'Ó',
  U: 'Ú',
};

/** Units, keys, addresses, starts of ids, and names that are the same in all languages. */
const NAMES =
  /^(?:(?:\d+ × \d+ · )?[\d,]+ [KMG]iB|[\da-f]{8}|Ctrl .|http:\/\/\S+|\{\w+\}|Flowdeck|UTC|URL|JSON|ComfyUI|Deutsch)$/;

/** Repeats every second vowel or so: words grow, as German ones do, instead of more words that could wrap. */
function stretched(text: string): string {
  let owed = 0;
  return text.replaceAll(/\p{L}|./gsu, (letter) => {
    owed += 0.4;
    const accented = ACCENTS[letter];
    if (accented === undefined) return letter;
    const times = Math.floor(owed);
    owed -= times;
    return accented + accented.toLowerCase().repeat(times);
  });
}

/** Responses whose texts the pages show. */
const SHOWN = [
  '/api/v2/jobs?limit=50',
  '/console/models',
  '/console/object_info',
  '/console/status',
  '/v2/models?limit=100',
  '/v2/models/flowdeck/flow-field/openapi.json',
];

/** Returns the texts that pages get from the gateway: they stay as they are. */
export async function textsOfServer(address: string): Promise<Set<string>> {
  const texts = new Set<string>();
  for (const path of SHOWN) {
    const response = await fetch(address + path);
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    addTexts(await response.json(), texts);
  }
  return texts;
}

/** Objects whose keys are names of inputs. */
const OF_INPUTS = new Set(['properties', 'required', 'optional']);

function addTexts(value: unknown, texts: Set<string>, key = ''): void {
  if (typeof value === 'string') texts.add(value.replaceAll(/\s+/g, ' ').trim());
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inside] of Object.entries(value)) {
    if (OF_INPUTS.has(key)) texts.add(name);
    addTexts(inside, texts, name);
  }
}

/** Returns what is wider than its place, and the texts that are neither in the pseudo-language nor in `known`. */
export async function findUnfitting(page: Page, known: ReadonlySet<string>): Promise<string[]> {
  const { wide, plain } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const tooWide = scrollWidth > clientWidth ? [`The page has ${scrollWidth} px in ${clientWidth}`] : [];
    for (const control of document.querySelectorAll('button, [role=tab], label, h1, h2, h3, a[href]')) {
      if (!control.checkVisibility() || control.closest('.sr-only, .truncate')) continue;
      const { overflowX } = getComputedStyle(control);
      if (overflowX === 'visible' && control.scrollWidth > control.clientWidth + 1 && control.clientWidth > 0) {
        tooWide.push(`${control.scrollWidth} px in ${control.clientWidth}: ${control.textContent}`);
      }
    }
    const untranslated: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      // Both halves of a text that is cut in the middle are one text.
      const whole = node.parentElement?.closest('[data-cut]')?.parentElement ?? node;
      const text = (whole.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
      if (!/[a-z]{3}/i.test(text) || /[áéíóú]/i.test(text) || !node.parentElement?.checkVisibility()) continue;
      if (!node.parentElement.closest('code, script, style, noscript')) untranslated.push(text);
    }
    return { wide: tooWide, plain: untranslated };
  });
  const foreign = plain.filter(
    (text) => !NAMES.test(text) && !text.split(', ').every((word) => known.has(word)) && !known.has(text),
  );
  return [...new Set([...wide, ...foreign.map((text) => `not translated: ${text}`)])];
}
