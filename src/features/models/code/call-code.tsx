import { useMemo, useState } from 'react';
import { modelPath } from '@contract/router/model-id';
import { useNeedsToken } from '@/api/session';
import type { Surface } from '@/api/surface';
import { formatBytes } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { CodeTabs } from '@/shared/code/code-tabs';
import { copyText } from '@/shared/copy-text';
import { curlCode, fetchCode, indentBody, pythonCode, truncateBody } from './code-samples';

const LANGUAGES = [
  { value: 'curl', label: 'curl', code: curlCode },
  { value: 'fetch', label: 'TypeScript', code: fetchCode },
  { value: 'python', label: 'Python', code: pythonCode },
] as const;

/** Limit of the displayed text, since more would block the page; Copy copies all of it. */
const MAX_SHOWN_CHARS = 60_000;

interface CallCodeProps {
  surface: Surface;
  modelId: string;
  /** Request body as Run would send it now. */
  bodyText: string;
}

/** The call with the current form values as code for use outside Flowdeck. */
export function CallCode({ surface, modelId, bodyText }: CallCodeProps) {
  const [language, setLanguage] = useState<string>('curl');
  const needsToken = useNeedsToken(surface);
  const { code } = LANGUAGES.find(({ value }) => value === language) ?? LANGUAGES[0];
  const { shown, whole, isTruncated } = useMemo(() => {
    const url = surface.routerBaseUrl === null ? '' : surface.routerBaseUrl + modelPath(modelId);
    const details = { url, needsToken };
    const short = truncateBody(bodyText);
    const whole = () => code({ ...details, bodyText: indentBody(bodyText) });
    const text = short === null ? whole() : code({ ...details, bodyText: short });
    return {
      whole,
      shown: text.slice(0, MAX_SHOWN_CHARS),
      isTruncated: short !== null || text.length > MAX_SHOWN_CHARS,
    };
  }, [surface, modelId, bodyText, needsToken, code]);
  return (
    <CodeTabs
      languages={LANGUAGES}
      language={language}
      onLanguageChange={setLanguage}
      text={shown}
      onCopy={() => void copyText(whole(), t('Code'))}
      note={
        <>
          {isTruncated
            ? t('Long texts are truncated here; the copy has all {size} of the body.', {
                size: formatBytes(bodyText.length),
              })
            : ''}{' '}
          {needsToken
            ? t('Does not contain the token: set it in the environment variable.')
            : t('This gateway does not require a token.')}
        </>
      }
    />
  );
}
