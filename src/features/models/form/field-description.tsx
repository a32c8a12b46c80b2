import { lazy, Suspense, useState } from 'react';
import type { Field } from '../schema/field';
import { summaryOf } from './description-text';

const Markdown = lazy(async () => ({ default: (await import('./markdown')).Markdown }));

/** What the document's author says of a field: the first words, and all of it when asked for. */
export function FieldDescription({ field }: { field: Field }) {
  const [isWhole, setWhole] = useState(false);
  const summary = summaryOf(field.description);
  const plain = <span>{summary.text}</span>;
  return (
    <div className="wrap-anywhere">
      {isWhole ? (
        <Suspense fallback={plain}>
          <Markdown text={field.description} />
        </Suspense>
      ) : (
        plain
      )}
      {summary.isWhole ? null : (
        <button
          type="button"
          aria-expanded={isWhole}
          aria-label={`${isWhole ? 'Less' : 'More'} about ${field.title}`}
          className="ml-1.5 rounded underline decoration-dotted underline-offset-2 hover:text-text"
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'less' : 'more'}
        </button>
      )}
      {field.hints.map((hint) => (
        <p key={hint}>{hint}</p>
      ))}
    </div>
  );
}
