import { currentLanguage } from './messages';

/** For a sentence after a colon. Only in English: the first letter of a German sentence may be that of a noun. */
export function lowered(sentence: string): string {
  return currentLanguage() === 'en' ? sentence.charAt(0).toLowerCase() + sentence.slice(1) : sentence;
}
