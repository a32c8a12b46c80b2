import { Copy } from 'lucide-react';
import { Fragment, useMemo, useState } from 'react';
import { modelUrl } from '@/domains/model-calls/model-url';
import { useNeedsToken } from '@/api/session';
import type { Surface } from '@/api/surface';
import { formatBytes } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { copyText } from '@/shared/copy-text';
import { Button } from '@/ui/button';
import { ScrollText } from '@/ui/scrollable-text';
import { Tabs } from '@/ui/tabs';
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

function labelOf(language: string): string {
  return LANGUAGES.find(({ value }) => value === language)?.label ?? '';
}

/** The call with the current form values as code for use outside Flowdeck. */
export function CallCode({ surface, modelId, bodyText }: CallCodeProps) {
  const [language, setLanguage] = useState<string>('curl');
  const needsToken = useNeedsToken(surface);
  const { code } = LANGUAGES.find(({ value }) => value === language) ?? LANGUAGES[0];
  const { shown, whole, isTruncated } = useMemo(() => {
    const details = { url: modelUrl(surface, modelId) ?? '', needsToken };
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
    <Tabs
      label={t('Language')}
      look="segments"
      before={
        <Button size="sm" onClick={() => void copyText(whole(), t('Code'))}>
          <Copy aria-hidden />
          {t('Copy')}
        </Button>
      }
      value={language}
      tabs={LANGUAGES}
      onValueChange={setLanguage}
    >
      <ScrollText
        label={t('The call in {language}', { language: labelOf(language) })}
        className="min-h-40 flex-1 border-y border-line bg-canvas px-4 py-3 text-text max-md:max-h-[60dvh] md:px-5"
      >
        <CodeText text={shown} language={language} />
      </ScrollText>
      <p className="shrink-0 px-4 py-2.5 text-sm text-muted md:px-5">
        {isTruncated
          ? t('Long texts are truncated here; the copy has all {size} of the body.', {
              size: formatBytes(bodyText.length),
            })
          : ''}{' '}
        {needsToken
          ? t('Does not contain the token: set it in the environment variable.')
          : t('This gateway does not require a token.')}
      </p>
    </Tabs>
  );
}

/**
 * Highlighted tokens: comments, strings, property names, keywords and numbers. This is enough for readability; it does
 * not parse the three languages. `rest` matches an unterminated quote; without it, matching would take quadratic time.
 */
const TOKENS =
  /(?<comment>(?:^|(?<=\s))(?:\/\/|#(?!!)).*$)|(?<text>"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')(?<colon>\s*:)?|(?<rest>["'](?:[^\\\n]|\\.)*)|(?<![\w-])(?<word>const|await|throw|new|if|import|with|as|or|else|curl)(?![\w-])|(?<number>(?<![\w$])-?\d[\d_.]*(?:e[+-]?\d+)?(?![\w>]))/gm;

/** Code with syntax highlighting; its text stays unchanged. */
function CodeText({ text, language }: { text: string; language: string }) {
  const parts: { at: number; text: string; className: string }[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKENS)) {
    const className = classOf(match.groups ?? {}, language);
    if (match.index > end) parts.push({ at: end, text: text.slice(end, match.index), className: '' });
    parts.push({ at: match.index, text: match[0], className });
    end = match.index + match[0].length;
  }
  parts.push({ at: end, text: text.slice(end), className: '' });
  return parts.map((part) =>
    part.className ? (
      <span key={part.at} className={part.className}>
        {part.text}
      </span>
    ) : (
      <Fragment key={part.at}>{part.text}</Fragment>
    ),
  );
}

function classOf({ comment, colon, text, rest, number }: Record<string, string | undefined>, language: string): string {
  // The generated shell code has no comments, and prompts may contain a number sign.
  if (comment !== undefined) return language === 'curl' ? '' : 'text-faint';
  if (colon !== undefined) return 'text-muted';
  if (text !== undefined) return 'text-ok';
  if (rest !== undefined) return '';
  return number === undefined ? 'text-accent' : 'text-warn';
}
