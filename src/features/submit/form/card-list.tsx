import { memo, useMemo } from 'react';
import { useIsNear } from '@/lib/hooks/use-is-near';
import { estimateCardHeight } from './card-height';
import type { MainInputs, ShownCard } from './main-inputs';
import { CardShell, NodeCard } from './node-card';
import { useEditor } from '../draft/session/session-context';
import { MainLabelsContext } from './use-shown-cards';

/** Cards are shown and hidden together, since each observed element costs time in every frame. */
const BLOCK_SIZE = 10;
/** In larger forms, cards render their inputs only near the visible part: thousands of inputs would slow each key down. */
const MAX_WHOLE_CARDS = 100;
const GAP_PX = 12;

interface CardListProps {
  cards: readonly ShownCard[];
  labels: MainInputs['labels'];
  count: number;
}

/** The cards up to a count. */
export function CardList({ cards, labels, count }: CardListProps) {
  const starts = Array.from({ length: Math.ceil(count / BLOCK_SIZE) }, (_, block) => block * BLOCK_SIZE);
  return (
    <MainLabelsContext value={labels}>
      {starts.map((start) => (
        <CardBlock key={start} all={cards} start={start} end={Math.min(count, start + BLOCK_SIZE)} />
      ))}
    </MainLabelsContext>
  );
}

const CardBlock = memo(function CardBlock({
  all,
  start,
  end,
}: {
  all: readonly ShownCard[];
  start: number;
  end: number;
}) {
  const { isNear, ref } = useIsNear(start === 0);
  const isWhole = all.length <= MAX_WHOLE_CARDS;
  const cards = useMemo(() => all.slice(start, end), [all, start, end]);
  // A card with the focus keeps its inputs, however far it is scrolled away.
  const ids = useMemo(() => new Set(cards.flatMap(nodesIn)), [cards]);
  const focused = useEditor(({ focusedNode }) => (focusedNode !== null && ids.has(focusedNode) ? focusedNode : null));
  const target = useEditor((state) => (state.target && ids.has(state.target.nodeId) ? state.target.nodeId : null));
  const height = cards.reduce((sum, { fields }) => sum + estimateCardHeight(fields) + GAP_PX, 0);
  return (
    <div
      ref={isWhole ? undefined : ref}
      // `content-visibility` clips its content; the padding leaves room for the focus outline.
      className="-m-1 flex scroll-mt-4 flex-col gap-3 p-1 [content-visibility:auto]"
      style={{ containIntrinsicSize: `auto ${height}px` }}
    >
      {cards.map((card) => {
        const nodes = isWhole || isNear ? null : nodesIn(card);
        const hasInputs = nodes === null || nodes.some((id) => id === focused || id === target);
        return hasInputs ? <NodeCard key={card.nodeId} card={card} /> : <CardShell key={card.nodeId} card={card} />;
      })}
    </div>
  );
});

/** The group of main inputs has fields of several nodes. */
function nodesIn({ nodeId, fields }: ShownCard): string[] {
  return [nodeId, ...fields.map((field) => field.nodeId)];
}
