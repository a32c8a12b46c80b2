import { useState } from 'react';
import type { Field } from '../../schema/field';
import { t } from '@/lib/i18n/messages';
import { lazyPart } from '@/ui/lazy-part';

const Markdown = lazyPart(async () => (await import('./markdown')).Markdown, {
  fallback: ({ text }) => <span>{summaryOf(text).text}</span>,
});

/** Description from the document: its beginning, and the full text on demand. */
export function FieldDescription({ field }: { field: Field }) {
  const [isWhole, setWhole] = useState(false);
  const summary = summaryOf(field.description);
  return (
    <div className="wrap-anywhere">
      {isWhole ? <Markdown text={field.description} /> : <span>{summary.text}</span>}
      {summary.isWhole ? null : (
        <button
          type="button"
          aria-expanded={isWhole}
          aria-label={
            isWhole ? t('Less about {title}', { title: field.title }) : t('More about {title}', { title: field.title })
          }
          className="ml-1.5 rounded underline decoration-dotted underline-offset-2 hover:text-text"
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? t('less') : t('more')}
        </button>
      )}
      {field.hints.map((hint) => (
        <p key={hint}>{hint}</p>
      ))}
    </div>
  );
}

const MAX_CHARACTERS = 150;

interface Summary {
  text: string;
  /** Whether the summary is the whole text, without formatting. */
  isWhole: boolean;
}

/** Returns the beginning of a Markdown text as plain text. */
export function summaryOf(markdown: string): Summary {
  const trimmed = markdown.trim();
  const first = trimmed.split(/\n\s*\n/, 1)[0] ?? '';
  const plain = first
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/^\s{0,3}(?:#{1,6}|>|[-*+]|\d+[.)])\s+/gm, '')
    .replace(/(\*\*|\*|`)(?=\S)([^*`\n]*[^*`\s])\1/g, '$2')
    .replace(/__(?=\S)((?:(?!__)[^*`\n])*)(?<=\S)__/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  if (plain.length <= MAX_CHARACTERS) return { text: plain, isWhole: plain === trimmed.replace(/\s+/g, ' ') };
  const cut = plain.slice(0, MAX_CHARACTERS);
  const lastSpace = cut.lastIndexOf(' ');
  return { text: `${cut.slice(0, lastSpace > MAX_CHARACTERS / 2 ? lastSpace : undefined)}…`, isWhole: false };
}
