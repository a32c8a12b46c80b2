import { createContext, use, type ReactNode } from 'react';
import type { BatchPlan } from '@/domains/batches/batch-plan';
import { addPrices, priceText, totalText, usdText, type Price, type PriceTotal } from './price';
import { useNodePrices, useSweepPrice } from './use-prices';

const Prices = createContext<ReadonlyMap<string, Price | null> | null>(null);

/** Knows the prices of the open draft: they are asked once for all cards and the bar. */
export function PricesProvider({ children }: { children: ReactNode }) {
  const prices = useNodePrices();
  return <Prices value={prices}>{children}</Prices>;
}

/** What a node costs, beside its title. */
export function NodePrice({ nodeId }: { nodeId: string }) {
  const price = use(Prices)?.get(nodeId);
  if (!price) return null;
  const usd = usdText(price);
  return (
    <span
      className="shrink-0 rounded border border-line px-1.5 text-xs text-muted"
      title={`${usd === '' ? '' : `${usd}. `}An estimate by the author of the node; the partner decides what it charges.`}
    >
      {priceText(price)}
    </span>
  );
}

/** What the jobs that the next click creates cost. */
export function RunPrice({ jobs }: { jobs: number }) {
  const prices = use(Prices);
  if (!prices || prices.size === 0) return null;
  return <TotalPrice total={addPrices([...prices.values()].map((price) => ({ price, times: jobs })))} />;
}

/** What all jobs of a sweep cost; `instead` while no amount is known. */
export function SweepPrice({ plan, count, instead }: { plan: BatchPlan | null; count: number; instead: ReactNode }) {
  const total = useSweepPrice(plan, count);
  return total && totalText(total) !== null ? <TotalPrice total={total} /> : instead;
}

function TotalPrice({ total }: { total: PriceTotal }) {
  const text = totalText(total);
  if (text === null) return null;
  const open = total.open === 0 ? '' : ' Some prices are not known before the end.';
  return (
    <span
      className="text-sm text-muted tabular-nums"
      title={`An estimate by the authors of the nodes; the partners decide what they charge.${open}`}
    >
      {text}
    </span>
  );
}
