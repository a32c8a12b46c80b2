import { defineSetting } from '@/lib/settings/setting';
import { oneOf } from '@/lib/settings/setting-schemas';
import { LANGUAGES, type Language } from './i18n/catalogs';
import { ENGLISH } from './i18n/messages';

/** `browser`: the first of the browser's languages that the console has. `public/theme.js` reads it before the first paint. */
export const languageSetting = defineSetting<'browser' | Language>('language', {
  schema: oneOf('browser', ...LANGUAGES),
  default: 'browser',
});

/** Returns the language that the setting stands for. @param preferred languages of the browser, such as `de-AT` */
export function chosenLanguage(
  setting = languageSetting.get(),
  preferred: readonly string[] = navigator.languages ?? [],
): Language {
  if (setting !== 'browser') return setting;
  for (const tag of preferred) {
    const language = languageOf(tag);
    if (language) return language;
  }
  return ENGLISH;
}

function languageOf(tag: string): Language | null {
  const [name = '', ...rest] = tag.toLowerCase().split('-');
  if (name === 'en' || name === 'de' || name === 'ja') return name;
  // The traditional script is another language to read.
  const isTraditional =
    rest.includes('hant') || (!rest.includes('hans') && rest.some((part) => /^(?:tw|hk|mo)$/.test(part)));
  return name === 'zh' && !isTraditional ? 'zh-Hans' : null;
}
