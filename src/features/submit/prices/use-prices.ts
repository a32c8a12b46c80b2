import { skipToken, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { BatchPlan } from '@/domains/batches/batch-plan';
import { useEditor, useSettledEditor } from '../draft/session-context';
import { evaluatePrices } from './evaluate-prices';
import { addPrices, readPrice, type Price, type PriceTotal } from './price';
import { priceQuestions, sweepPriceQuestions } from './price-questions';
import type { PriceQuestion } from './price-rule';

/** Returns the prices of the nodes of the draft by node id, with their current values; `null` while none is known. */
export function useNodePrices(): ReadonlyMap<string, Price | null> | null {
  const definitions = useSettledEditor((state) => state.definitions);
  const form = useSettledEditor((state) => state.form);
  const graph = useSettledEditor((state) => state.graph);
  const values = useSettledEditor((state) => state.values);
  const asked = useMemo(() => priceQuestions({ form, graph, values, definitions }), [form, graph, values, definitions]);
  const prices = usePrices([...asked.values()]);
  return useMemo(
    () => (prices ? new Map([...asked.keys()].map((nodeId, index) => [nodeId, prices[index] ?? null])) : null),
    [asked, prices],
  );
}

/** Returns what all jobs of a sweep cost; `null` while that is not known, and without nodes that cost something. */
export function useSweepPrice(plan: BatchPlan | null, count: number): PriceTotal | null {
  const definitions = useEditor((state) => state.definitions);
  const form = useEditor((state) => state.form);
  const graph = useEditor((state) => state.graph);
  const values = useEditor((state) => state.values);
  const asked = useMemo(
    () => (plan ? sweepPriceQuestions({ form, graph, values, definitions }, plan, count) : []),
    [form, graph, values, definitions, plan, count],
  );
  const prices = usePrices(asked.map(({ question }) => question));
  if (!prices) return null;
  return addPrices(asked.map(({ times }, index) => ({ price: prices[index] ?? null, times })));
}

/** @param questions `null` has no price */
function usePrices(questions: readonly (PriceQuestion | null)[]): readonly (Price | null)[] | null {
  const texts = questions.map((question) => JSON.stringify(question));
  const different = [...new Set(texts)].filter((text) => text !== 'null');
  const { data } = useQuery({
    queryKey: ['node-prices', different],
    queryFn:
      questions.length === 0
        ? skipToken
        : async () => {
            const byText = new Map(questions.map((question, index) => [texts[index], question]));
            const results = await evaluatePrices(different.flatMap((text) => byText.get(text) ?? []));
            return new Map(different.map((text, index) => [text, readPrice(results[index])]));
          },
    staleTime: Infinity,
    retry: false,
  });
  return useMemo(
    () => (data ? texts.map((text) => data.get(text) ?? null) : null),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the texts, not their list
    [data, texts.join('\n')],
  );
}
