import { Copy } from 'lucide-react';
import { t } from '@/lib/i18n/messages';
import { copyText } from '@/shared/copy-text';
import { Button } from '@/ui/button';
import { lazyPart } from '@/ui/lazy-part';
import { looksLikeMarkdown } from './looks-like-markdown';
import type { FoundText } from './parse/find-text';

const AnswerMarkdown = lazyPart(async () => (await import('./answer-markdown')).AnswerMarkdown, {
  fallback: PlainText,
  Failure: ({ partProps }) => <PlainText {...partProps} />,
});

/** More text would block the page; the raw response has all of it. */
const MAX_SHOWN_CHARS = 200_000;

interface ResponseTextsProps {
  texts: readonly FoundText[];
  /** Beside an image, the text is a caption; alone, it is the answer. */
  isCaption: boolean;
}

/** The model's texts, as Markdown if they look like it: nothing in them is linked, loaded or executed. */
export function ResponseTexts({ texts, isCaption }: ResponseTextsProps) {
  const responses = texts.filter(({ isReasoning }) => !isReasoning);
  const reasoning = texts.filter(({ isReasoning }) => isReasoning);
  const whole = responses.map(({ text }) => text).join('\n\n');
  if (texts.length === 0) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section tabIndex={0} aria-label={t('What the model wrote')} className={isCaption ? CAPTION : ALONE}>
      {reasoning.length > 0 ? (
        <details className="mb-3">
          <summary className="w-fit rounded text-muted hover:text-text">{t('Reasoning')}</summary>
          <p className="mt-1.5 border-l-2 border-line pl-3 wrap-anywhere whitespace-pre-wrap text-muted">
            {shown(reasoning.map(({ text }) => text).join('\n\n'))}
          </p>
        </details>
      ) : null}
      <div className="flex items-start gap-2">
        <div className="max-w-[72ch] min-w-0 flex-1">
          {looksLikeMarkdown(whole) ? <AnswerMarkdown text={whole} /> : <PlainText text={whole} />}
        </div>
        <Button
          tone="ghost"
          size="icon-sm"
          aria-label={t('Copy the text')}
          title={t('Copy the text')}
          onClick={() => void copyText(whole, t('Text'))}
        >
          <Copy aria-hidden />
        </Button>
      </div>
    </section>
  );
}

function PlainText({ text }: { text: string }) {
  return <p className="wrap-anywhere whitespace-pre-wrap">{shown(text)}</p>;
}

const CAPTION = 'max-h-32 shrink-0 overflow-auto px-4 pb-2 text-muted md:px-5';
const ALONE = 'min-h-40 flex-1 overflow-auto max-sm:flex-none max-sm:overflow-visible px-4 py-4 text-lg md:px-5';

function shown(text: string): string {
  return text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS)}…` : text;
}
