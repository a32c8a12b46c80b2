import { currentLanguage, ENGLISH, setCatalog, type Catalog } from './messages';
import germanUrl from './catalogs/de.json?url';
import japaneseUrl from './catalogs/ja.json?url';
import chineseUrl from './catalogs/zh-Hans.json?url';

/** BCP 47 tags. */
export const LANGUAGES = ['en', 'de', 'zh-Hans', 'ja'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each in its own words. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  'zh-Hans': '简体中文',
  ja: '日本語',
};

const CATALOG_URLS: Readonly<Record<Language, string | null>> = {
  en: null,
  de: germanUrl,
  'zh-Hans': chineseUrl,
  ja: japaneseUrl,
};

/** The last one that was asked for: catalogs may arrive in another order. */
let wanted: Language = ENGLISH;

/**
 * Shows the console in a language from the next render on, unless another one is asked for in the meantime.
 * @throws if its catalog cannot be loaded; the language then stays as it is
 */
export async function loadLanguage(language: Language): Promise<void> {
  wanted = language;
  if (language === currentLanguage()) return;
  const url = CATALOG_URLS[language];
  const catalog = url === null ? {} : await fetchCatalog(url);
  if (language === wanted) setCatalog(language, catalog);
}

async function fetchCatalog(url: string): Promise<Catalog> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The catalog could not be loaded (${response.status})`);
  // A file of this build, which `npm run check` compares with the code.
  const catalog: Catalog = await response.json();
  return catalog;
}
