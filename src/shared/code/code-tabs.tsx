import { Copy } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { ScrollText } from '@/ui/scrollable-text';
import { Tabs } from '@/ui/tabs';

interface CodeTabsProps {
  languages: readonly { value: string; label: string }[];
  language: string;
  onLanguageChange: (language: string) => void;
  text: string;
  onCopy: () => void;
  /** Below the text: what it lacks. */
  note: ReactNode;
}

/** One call as code in several languages, to view and to copy. */
export function CodeTabs({ languages, language, onLanguageChange, text, onCopy, note }: CodeTabsProps) {
  return (
    <Tabs
      label={t('Language')}
      look="segments"
      before={
        <Button size="sm" onClick={onCopy}>
          <Copy aria-hidden />
          {t('Copy')}
        </Button>
      }
      value={language}
      tabs={languages}
      onValueChange={onLanguageChange}
    >
      <ScrollText
        label={t('The call in {language}', {
          language: languages.find(({ value }) => value === language)?.label ?? '',
        })}
        className="min-h-40 flex-1 border-y border-line bg-canvas px-4 py-3 text-text max-md:max-h-[60dvh] md:px-5"
      >
        <CodeText text={text} language={language} />
      </ScrollText>
      <p className="shrink-0 px-4 py-2.5 text-sm text-muted md:px-5">{note}</p>
    </Tabs>
  );
}

/**
 * Highlighted tokens: comments, strings, property names, keywords and numbers. This is enough for readability; it does
 * not parse the three languages. `rest` matches an unterminated quote; without it, matching would take quadratic time.
 */
const TOKENS =
  /(?<comment>(?:^|(?<=\s))(?:\/\/|#(?!!)).*$)|(?<text>"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')(?<colon>\s*:)?|(?<rest>["'](?:[^\\\n]|\\.)*)|(?<![\w-])(?<word>const|let|await|async|function|interface|return|throw|raise|new|if|for|while|try|catch|except|import|from|def|with|as|or|else|curl)(?![\w-])|(?<number>(?<![\w$])-?\d[\d_.]*(?:e[+-]?\d+)?(?![\w>]))/gm;

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
