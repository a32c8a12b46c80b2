import { TriangleAlert } from 'lucide-react';
import { fieldKey } from '@/domains/drafts/field-key';
import { formatCount } from '@/lib/format';
import { problemText } from '@/shared/node-problem-text';
import { useEditor } from '../draft/session-context';
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
      aria-label="Outputs that are left out"
      className="flex max-h-36 shrink-0 gap-2 overflow-y-auto rounded-lg border border-warn bg-warn-soft px-3 py-2"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
      <div id={id} className="min-w-0 flex-1 wrap-anywhere">
        <p>
          <span className="font-semibold">
            ComfyUI runs {runs.length} of {formatCount(runs.length + leftOut.length, 'output')}:
          </span>{' '}
          {named.join(', ')}
          {others > 0 ? ` and ${others} more` : ''}
        </p>
        <ul>
          {leftOut.slice(0, MAX_NAMED).map((output) => {
            const { id: outputId, causeId } = output;
            const [problem] = problems[causeId] ?? [];
            const key = fieldKey(causeId, problem?.field ?? '');
            const cause = causeId === outputId ? '' : `${titles.get(causeId)}, `;
            return (
              <li key={outputId} className="text-sm text-muted">
                Left out: <span className="font-medium text-text">{titles.get(outputId)}</span>
                {'. '}
                <button
                  type="button"
                  className="rounded text-left underline underline-offset-2 hover:text-text"
                  onClick={() => onShow({ nodeId: causeId, fieldKey: form.fields.has(key) ? key : null })}
                >
                  {cause}
                  {problem ? problemText(problem).replace(/: [A-Z]/, (start) => start.toLowerCase()) : 'Not valid.'}
                </button>
              </li>
            );
          })}
        </ul>
        {leftOut.length > MAX_NAMED ? (
          <p className="text-sm text-muted">and {leftOut.length - MAX_NAMED} more left out</p>
        ) : null}
      </div>
    </section>
  );
}
