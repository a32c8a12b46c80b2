import { createContext, use, type ReactNode } from 'react';
import type { BatchPlan } from '@/domains/batches/batch-plan';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';
import { useEditor } from '../draft/session/session-context';
import { addPrices, priceText, totalText, usdText, type Price, type PriceTotal } from './price';
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
  return price ? <PriceChip price={price} className={fading(prices)} /> : null;
}

/** What the nodes cost whose inputs are in a group: each once, by title; those of the same title and price are counted. */
export function GroupPrices({ fields, className }: { fields: readonly { nodeId: string }[]; className?: string }) {
  const prices = use(DraftPrices);
  const outline = useEditor(({ form }) => form.outline);
  const ids = new Set(fields.map(({ nodeId }) => nodeId));
  const rows = new Map<string, { title: string; price: Price; count: number }>();
  for (const { nodeId, price } of prices?.nodes ?? []) {
    if (!price || !ids.has(nodeId)) continue;
    const title = outline.find((node) => node.nodeId === nodeId)?.title ?? nodeId;
    const key = JSON.stringify([title, price]);
    rows.set(key, { title, price, count: (rows.get(key)?.count ?? 0) + 1 });
  }
  if (rows.size === 0) return null;
  return (
    <ul aria-label={t('Prices')} className={classNames('flex min-w-0 flex-wrap gap-x-2.5 gap-y-1.5', className)}>
      {[...rows].map(([key, { title, price, count }]) => (
        <li key={key} className="flex max-w-full min-w-0 flex-wrap items-center gap-x-1.5">
          <span className="min-w-0 text-sm wrap-anywhere text-muted">{count > 1 ? `${count} × ${title}` : title}</span>
          <PriceChip price={price} className={fading(prices)} />
        </li>
      ))}
    </ul>
  );
}

function PriceChip({ price, className }: { price: Price; className: string | undefined }) {
  const usd = usdText(price);
  return (
    <span
      className={classNames('shrink-0 rounded border border-line px-1.5 text-xs text-muted', className)}
      title={
        usd === ''
          ? t('Estimate from the node author. The partner may charge a different amount.')
          : t('{price}. Estimate from the node author. The partner may charge a different amount.', { price: usd })
      }
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
  return (
    <span
      className={classNames('text-sm text-muted tabular-nums', className)}
      title={
        total.open === 0
          ? t('Estimate from the node authors. The partners may charge different amounts.')
          : t(
              'Estimate from the node authors. The partners may charge different amounts. Some prices are known only after the run.',
            )
      }
    >
      {text}
    </span>
  );
}
