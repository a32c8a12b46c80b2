import { createContext, use, type ReactNode } from 'react';
import type { BatchPlan } from '@/domains/batches/batch-plan';
import { classNames } from '@/lib/class-names';
import { addPrices, priceText, totalText, usdText, type PriceTotal } from './price';
import { useNodePrices, useSweepPrices, type Prices } from './use-prices';

const DraftPrices = createContext<Prices | null>(null);

/** Knows the prices of the open draft: they are asked once for all cards and the bar. */
export function PricesProvider({ children }: { children: ReactNode }) {
  const prices = useNodePrices();
  return <DraftPrices value={prices}>{children}</DraftPrices>;
}

/** What a node costs, beside its title. */
export function NodePrice({ nodeId }: { nodeId: string }) {
  const prices = use(DraftPrices);
  const price = prices?.nodes.find((node) => node.nodeId === nodeId)?.price;
  if (!price) return null;
  const usd = usdText(price);
  return (
    <span
      className={classNames('shrink-0 rounded border border-line px-1.5 text-xs text-muted', fading(prices))}
      title={`${usd === '' ? '' : `${usd}. `}Estimate from the node author. The partner may charge a different amount.`}
    >
      {priceText(price)}
    </span>
  );
}

/** What the jobs that the next click creates cost. */
export function RunPrice({ jobs }: { jobs: number }) {
  const prices = use(DraftPrices);
  if (!prices) return null;
  const total = addPrices(prices.nodes.map(({ price, times }) => ({ price, times: times * jobs })));
  return <TotalPrice total={total} className={fading(prices)} />;
}

/** What all jobs of a sweep cost; `instead` while no amount is known. */
export function SweepPrice({ plan, count, instead }: { plan: BatchPlan | null; count: number; instead: ReactNode }) {
  const prices = useSweepPrices(plan, count);
  const total = prices && addPrices(prices.nodes);
  return total && totalText(total) !== null ? <TotalPrice total={total} className={fading(prices)} /> : instead;
}

/** Prices before a change fade if those after it take long. */
function fading(prices: Prices | null | undefined): string | undefined {
  return prices?.isPrevious ? 'opacity-50 transition-opacity delay-500' : undefined;
}

function TotalPrice({ total, className }: { total: PriceTotal; className: string | undefined }) {
  const text = totalText(total);
  if (text === null) return null;
  const open = total.open === 0 ? '' : ' Some prices are known only after the run.';
  return (
    <span
      className={classNames('text-sm text-muted tabular-nums', className)}
      title={`Estimate from the node authors. The partners may charge different amounts.${open}`}
    >
      {text}
    </span>
  );
}
