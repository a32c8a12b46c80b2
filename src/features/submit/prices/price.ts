import { isFields } from '@contract/typed-objects';
import { t } from '@/lib/i18n/messages';

/** ComfyUI's editor shows the prices of nodes at this rate. */
const CREDITS_PER_USD = 211;
const MAX_USD = 1_000_000;
const MAX_TEXT = 60;
const PER_RUN = /^\s*\/\s*run\s*$/i;

/** What a node costs, as its author estimates it. `unit`: what it is counted by, such as `/second`; empty: by run. */
export type Price = { kind: 'usd'; min: number; max: number; unit: string } | { kind: 'text'; text: string };

/** Reads the result of an expression; `null` for anything but a price. */
export function readPrice(result: unknown): Price | null {
  if (!isFields(result)) return null;
  const format = isFields(result['format']) ? result['format'] : {};
  const suffix = typeof format['suffix'] === 'string' ? format['suffix'] : '';
  const unit = PER_RUN.test(suffix) ? '' : suffix.trim().slice(0, MAX_TEXT);
  const usd = (...amounts: unknown[]): Price | null => {
    if (amounts.length === 0 || !amounts.every(isAmount)) return null;
    return { kind: 'usd', min: Math.min(...amounts), max: Math.max(...amounts), unit };
  };
  switch (result['type'] ?? 'usd') {
    case 'usd':
      return usd(result['usd']);
    case 'range_usd':
      return usd(result['min_usd'], result['max_usd']);
    case 'list_usd':
      return Array.isArray(result['usd']) ? usd(...result['usd']) : null;
    case 'text': {
      const text = typeof result['text'] === 'string' ? result['text'].trim().slice(0, MAX_TEXT) : '';
      return text === '' ? null : { kind: 'text', text };
    }
    default:
      return null;
  }
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= MAX_USD;
}

/** `about 10.6 credits`, `about 2.1 to 4.2 credits/second`, or the text of the author */
export function priceText(price: Price): string {
  return price.kind === 'text'
    ? price.text
    : t('about {credits}{unit}', { credits: creditsText(price), unit: price.unit });
}

/** `$0.05`, `$0.01 to $0.02 /second`; empty for a text */
export function usdText(price: Price): string {
  return price.kind === 'text' ? '' : `${dollarsText(price)}${price.unit === '' ? '' : ` ${price.unit}`}`;
}

export interface PriceTotal {
  min: number;
  max: number;
  /** Nodes that cost something, and no fixed amount for each run. */
  open: number;
}

/** Adds the prices of nodes, each paid for `times`. */
export function addPrices(prices: readonly { price: Price | null; times: number }[]): PriceTotal {
  const total: PriceTotal = { min: 0, max: 0, open: 0 };
  for (const { price, times } of prices) {
    if (price?.kind === 'usd' && price.unit === '') {
      total.min += price.min * times;
      total.max += price.max * times;
    } else {
      total.open += 1;
    }
  }
  return total;
}

/** `About 21.1 credits ($0.10)`; `null` if no amount is known. */
export function totalText(total: PriceTotal): string | null {
  if (total.max === 0 && total.open > 0) return null;
  const known = `${creditsText(total)} (${dollarsText(total)})`;
  return total.open === 0 ? t('About {price}', { price: known }) : t('At least {price}', { price: known });
}

type Range = Pick<PriceTotal, 'min' | 'max'>;

const credits = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

function creditsText({ min, max }: Range): string {
  const [low = '', high = ''] = [min, max].map((usd) => credits.format(usd * CREDITS_PER_USD));
  // Rounded to one digit, as it is shown.
  const count = Math.round(min * CREDITS_PER_USD * 10) / 10;
  return low === high
    ? t('{count, plural, one {{amount} credit} other {{amount} credits}}', { count, amount: low })
    : t('{low} to {high} credits', { low, high });
}

function dollarsText({ min, max }: Range): string {
  const [low = '', high = ''] = [min, max].map((usd) => {
    const digits = usd >= 0.1 || usd === 0 ? 2 : 4;
    return `$${new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: digits }).format(usd)}`;
  });
  return low === high ? low : t('{low} to {high}', { low, high });
}
