import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { fieldKey } from '@/domains/drafts/field-key';
import { currentLanguage, msg, t } from '@/lib/i18n/messages';
import { Trans } from '@/lib/i18n/trans';
import { problemText } from '@/shared/node-problem-text';
import { useEditor } from '../draft/session/session-context';
import type { FieldTarget } from '../draft/session-state';

const MAX_NAMED = 3;

interface LeftOutNoticeProps {
  /** Of the text, which describes Run. */
  id: string;
  onShow: (target: FieldTarget) => void;
}

/** Says before a run which outputs ComfyUI runs, and which it leaves out and why. Nothing if it runs all of them. */
export function LeftOutNotice({ id, onShow }: LeftOutNoticeProps) {
  const partial = useEditor((state) => state.partialRun);
  const form = useEditor((state) => state.form);
  if (partial === null) return null;
  const { runs, leftOut, problems } = partial;
  const titles = new Map(form.outline.map(({ nodeId, title }) => [nodeId, `${title} ${nodeId}`]));
  const named = runs.slice(0, MAX_NAMED).map((nodeId) => titles.get(nodeId));
  const others = runs.length - named.length;
  return (
    <section
      aria-label={t('Outputs that are left out')}
      className="flex max-h-36 shrink-0 gap-2 overflow-y-auto rounded-lg border border-warn bg-warn-soft px-3 py-2"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
      <div id={id} className="min-w-0 flex-1 wrap-anywhere">
        <p>
          <Trans
            text={
              others > 0
                ? msg(
                    '<b>ComfyUI runs {count} of {total, plural, one {# output} other {# outputs}}:</b> {names} and {others} more',
                  )
                : msg('<b>ComfyUI runs {count} of {total, plural, one {# output} other {# outputs}}:</b> {names}')
            }
            values={{
              b: semibold,
              count: runs.length,
              total: runs.length + leftOut.length,
              names: named.join(', '),
              others,
            }}
          />
        </p>
        <ul>
          {leftOut.slice(0, MAX_NAMED).map((output) => {
            const { id: outputId, causeId } = output;
            const [problem] = problems[causeId] ?? [];
            const key = fieldKey(causeId, problem?.field ?? '');
            const cause = causeId === outputId ? '' : `${titles.get(causeId)}, `;
            return (
              <li key={outputId} className="text-sm text-muted">
                <Trans
                  text="Left out: <b>{output}</b>. {problem}"
                  values={{
                    b: strong,
                    output: titles.get(outputId),
                    problem: (
                      <button
                        type="button"
                        className="rounded text-left underline underline-offset-2 hover:text-text"
                        onClick={() => onShow({ nodeId: causeId, fieldKey: form.fields.has(key) ? key : null })}
                      >
                        {cause}
                        {problem ? afterCause(problemText(problem)) : t('Not valid.')}
                      </button>
                    ),
                  }}
                />
              </li>
            );
          })}
        </ul>
        {leftOut.length > MAX_NAMED ? (
          <p className="text-sm text-muted">{t('and {count} more left out', { count: leftOut.length - MAX_NAMED })}</p>
        ) : null}
      </div>
    </section>
  );
}

/** Only English goes on in lower case. */
function afterCause(text: string): string {
  return currentLanguage() === 'en' ? text.replace(/: [A-Z]/, (start) => start.toLowerCase()) : text;
}

function semibold(content: ReactNode) {
  return <span className="font-semibold">{content}</span>;
}

function strong(content: ReactNode) {
  return <span className="font-medium text-text">{content}</span>;
}
