import { CircleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';
import { problemText } from '@/shared/node-problem-text';
import { ClassIcon } from '../form/class-icon';
import { revealTarget } from '../draft/focus-field';
import type { FormCard, OutlineNode } from '../draft/form-model';
import { useEditor, useSession } from '../draft/session/session-context';
import { useCardProblem } from '../draft/session/use-problems';

interface OutlineProps {
  /** Called after a node is selected: the narrow layout switches back to its inputs. */
  onChoose: (nodeId: string) => void;
}

/** The workflow as a list: nodes in execution order, with the nodes that each one reads from. */
export function Outline({ onChoose }: OutlineProps) {
  const { outline, cards } = useEditor((state) => state.form);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <ol ref={list} aria-label={t('Nodes in the order in which they run')} className="relative flex flex-col">
      {outline.map((node) => (
        <OutlineRow
          key={node.nodeId}
          node={node}
          card={cards.find((card) => card.nodeId === node.nodeId) ?? cardWithoutFields(node)}
          onChoose={onChoose}
        />
      ))}
    </ol>
  );
}

function cardWithoutFields(node: OutlineNode): FormCard {
  return { nodeId: node.nodeId, title: node.title, classType: node.classType, description: null, fields: [] };
}

function OutlineRow({ node, card, onChoose }: { node: OutlineNode; card: FormCard } & OutlineProps) {
  const { editor } = useSession();
  const isFocused = useEditor((state) => state.focusedNode === node.nodeId);
  const problems = useEditor((state) => state.nodeProblems[node.nodeId]) ?? [];
  const warnings = useEditor((state) => state.nodeWarnings[node.nodeId]) ?? [];
  const isBad = useCardProblem(card);
  const reads = node.reads.map((source) => `${source.title} ${source.nodeId}`).join(', ');
  const content = (
    <>
      <span
        className={classNames(
          'z-1 flex size-7 shrink-0 items-center justify-center rounded-md border bg-panel',
          isBad ? 'border-bad text-bad' : isFocused ? 'border-text text-text' : 'border-line text-muted',
        )}
      >
        {isBad ? (
          <CircleAlert aria-hidden className="size-4" />
        ) : (
          <ClassIcon classType={node.classType} className="size-4" />
        )}
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className="min-w-0 truncate font-medium">{node.title}</span>
          <span className="ml-auto font-mono text-xs text-faint">{node.nodeId}</span>
        </span>
        <span className="block truncate text-sm text-faint" title={reads || undefined}>
          {reads ? t('reads {reads}', { reads }) : t('no upstream nodes')}
        </span>
        {problems.map((problem) => (
          <span key={`${problem.field} ${problem.reason}`} className="block text-sm text-bad">
            {problemText(problem)}
          </span>
        ))}
        {warnings.map((problem) => (
          <span key={`${problem.field} ${problem.reason}`} className="block text-sm text-warn">
            {problemText(problem)}
          </span>
        ))}
      </span>
    </>
  );
  const rowClass = 'flex w-full items-start gap-3 rounded-md px-2 py-2 text-left';
  return (
    <li className="relative not-last:before:absolute not-last:before:top-9 not-last:before:-bottom-2 not-last:before:left-[21px] not-last:before:w-px not-last:before:bg-line">
      {node.hasFields ? (
        <button
          type="button"
          aria-current={isFocused || undefined}
          className={classNames(rowClass, 'hover:bg-hover', isFocused && 'bg-raised')}
          onClick={() => {
            onChoose(node.nodeId);
            // The card may only just have been mounted.
            requestAnimationFrame(() => revealTarget(editor, { nodeId: node.nodeId, fieldKey: null }));
          }}
        >
          {content}
        </button>
      ) : (
        <div aria-current={isFocused || undefined} className={classNames(rowClass, isFocused && 'bg-raised')}>
          {content}
        </div>
      )}
    </li>
  );
}
