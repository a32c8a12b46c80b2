import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { BatchPlan } from '@/domains/batches/batch-plan';
import { useEditor, useSettledEditor } from '../draft/session/session-context';
import { evaluatePrices } from './evaluate-prices';
import { readPrice, type Price } from './price';
import { groupQuestions, priceQuestions, sweepPriceQuestions, type AskedPrice } from './price-questions';

/** What nodes cost, each paid for `times`. */
export interface Prices {
  nodes: readonly { nodeId: string; times: number; price: Price | null }[];
  /** These are of the values before, until those of the current ones are known. */
  isPrevious: boolean;
}

const NONE: readonly AskedPrice[] = [];

/** Returns what the nodes of the draft cost with their current values; `null` while nothing is known, and if none costs anything. */
export function useNodePrices(): Prices | null {
  const definitions = useSettledEditor((state) => state.definitions);
  const form = useSettledEditor((state) => state.form);
  const graph = useSettledEditor((state) => state.graph);
  const values = useSettledEditor((state) => state.values);
  return usePrices(
    useMemo(() => priceQuestions({ form, graph, values, definitions }), [form, graph, values, definitions]),
  );
}

/** Returns what the nodes of all jobs of a sweep cost; `null` while nothing is known, and if none costs anything. */
export function useSweepPrices(plan: BatchPlan | null, count: number): Prices | null {
  const definitions = useEditor((state) => state.definitions);
  const form = useEditor((state) => state.form);
  const graph = useEditor((state) => state.graph);
  const values = useEditor((state) => state.values);
  return usePrices(
    useMemo(
      () => (plan ? sweepPriceQuestions({ form, graph, values, definitions }, plan, count) : NONE),
      [form, graph, values, definitions, plan, count],
    ),
  );
}

function usePrices(questions: readonly AskedPrice[]): Prices | null {
  const { expressions, asked } = useMemo(() => groupQuestions(questions), [questions]);
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['node-prices', expressions, asked],
    queryFn:
      asked.length === 0
        ? skipToken
        : async ({ signal }) => {
            const results = await evaluatePrices(expressions, signal);
            return asked.map(({ nodeId, times, place }) => ({
              nodeId,
              times,
              price: place && readPrice(results[place.expression]?.[place.input]),
            }));
          },
    // Otherwise prices would vanish with each change of a value, until the worker has answered.
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
  });
  return useMemo(
    () => (data && asked.length > 0 ? { nodes: data, isPrevious: isPlaceholderData } : null),
    [data, asked, isPlaceholderData],
  );
}
