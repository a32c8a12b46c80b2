import { LANGUAGE_NAMES, loadLanguage } from '@/lib/i18n/catalogs';
import { chosenLanguage, languageSetting } from '@/lib/language';
import { showToast } from '@/shared/feedback/toasts';

/** Resolves when the console has the language that is chosen, or when its catalog cannot be loaded. */
export async function applyLanguage(): Promise<void> {
  const language = chosenLanguage();
  try {
    await loadLanguage(language);
  } catch {
    // Not from the catalog, which is missing.
    showToast({
      tone: 'bad',
      title: `The texts in ${LANGUAGE_NAMES[language]} could not be loaded`,
      description:
        'Flowdeck works as before, in the language it had. Choose the language again in Settings, or load the page again.',
    });
  }
}

/** Follows changes in Settings, in another tab, and in the browser. */
export function followLanguage(): void {
  languageSetting.subscribe(() => void applyLanguage());
  window.addEventListener('languagechange', () => void applyLanguage());
}
