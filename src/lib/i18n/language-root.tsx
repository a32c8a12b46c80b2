import { Fragment, useEffect, useRef, useSyncExternalStore, type ReactNode } from 'react';
import { currentLanguage, watchLanguage } from './messages';

/** Element that keeps the focus when it changes the language. */
export const LANGUAGE_CONTROL_ID = 'language';

/** Renders everything anew in another language: texts are no state of components, and memoized ones keep theirs. */
export function LanguageRoot({ children }: { children: ReactNode }) {
  const language = useSyncExternalStore(watchLanguage, currentLanguage, currentLanguage);
  const shown = useRef(language);
  useEffect(() => {
    document.documentElement.lang = language;
    if (shown.current !== language) document.getElementById(LANGUAGE_CONTROL_ID)?.focus();
    shown.current = language;
  }, [language]);
  return <Fragment key={language}>{children}</Fragment>;
}
