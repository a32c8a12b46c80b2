import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@contract/json/lossless';
import type { NodeDefinition } from '@contract/workflow/node-definitions';
import { evaluateExpression } from './evaluate-expression';
import { addPrices, priceText, readPrice, totalText, usdText, type Price } from './price';
import { groupQuestions } from './price-questions';
import { priceQuestion, priceRule } from './price-rule';

/** In the form of `/object_info`: widgets carry their types. */
function priced(expr: string, widgets: Record<string, string> = {}, more: object = {}): NodeDefinition {
  const named = Object.entries(widgets).map(([name, type]) => ({ name, type }));
  const depends = { widgets: named, inputs: [], input_groups: [], ...more };
  const optional = Object.fromEntries(Object.entries(widgets).map(([name, type]) => [name, [type, {}]]));
  return { name: 'Paid', input: { optional }, price_badge: { engine: 'jsonata', depends_on: depends, expr } };
}

async function priceOf(definition: NodeDefinition, inputs: JsonObject): Promise<Price | null> {
  const rule = priceRule(definition);
  const question = rule && priceQuestion(rule, definition, inputs);
  const results = question && (await evaluateExpression({ expr: question.expr, inputs: [question.input] }));
  return results && readPrice(results[0]);
}

/** Written like those of ComfyUI's nodes for images, 3D, upscaling and video. */
const IMAGE = `(
  $count := widgets.n;
  $each := $contains(widgets.size, "256x256") ? 0.016 : $contains(widgets.size, "512x512") ? 0.018 : 0.02;
  {"type": "usd", "usd": $round($each * (($count != null and $count != 0) ? $count : 1), 3)}
)`;
const MODEL = `(
  $base := widgets.generate_type = "normal" ? 25 : widgets.generate_type = "lowpoly" ? 30 : 15;
  $pbr := $lookup(widgets, "generate_type.pbr") ? 10 : 0;
  {"type": "usd", "usd": ($base + $pbr) * 0.02}
)`;
const UPSCALE = `(
  $prices := {"portrait": {"min": 0.02, "max": 0.06}, "generative": {"min": 0.05, "max": 0.15}};
  $price := $lookup($prices, widgets.model);
  {"type": "range_usd", "min_usd": $price.min, "max_usd": $price.max}
)`;

describe('the price of a node', () => {
  it.each([
    [
      'by its values',
      priced(IMAGE, { size: 'COMBO', n: 'INT' }),
      { size: '512x512', n: 3 },
      'about 11.4 credits',
      '$0.054',
    ],
    [
      'without an optional value',
      priced(IMAGE, { size: 'COMBO', n: 'INT' }),
      { size: ' 256X256 ' },
      'about 3.4 credits',
      '$0.016',
    ],
    [
      'by an input that a choice adds',
      priced(MODEL, { generate_type: 'COMBO', 'generate_type.pbr': 'BOOLEAN' }),
      { generate_type: 'Normal', 'generate_type.pbr': true },
      'about 147.7 credits',
      '$0.70',
    ],
    [
      'as a range',
      priced(UPSCALE, { model: 'COMBO' }),
      { model: 'generative' },
      'about 10.6 to 31.7 credits',
      '$0.05 to $0.15',
    ],
    [
      'by the second',
      priced('{"type":"usd","usd":0.19,"format":{"approximate":true,"suffix":"/second"}}'),
      {},
      'about 40.1 credits/second',
      '$0.19 /second',
    ],
    [
      'as one of several',
      priced('{"type":"list_usd","usd":[0.03, 0.01]}'),
      {},
      'about 2.1 to 6.3 credits',
      '$0.01 to $0.03',
    ],
    ['as a text', priced('{"type":"text","text":" 12 credits "}'), {}, '12 credits', ''],
    [
      'by what is connected',
      priced(
        '{"usd": inputs.mask.connected ? 0.1 * inputGroups.images : 0}',
        {},
        { inputs: ['mask'], input_groups: ['images'] },
      ),
      { mask: ['1', 0], 'images.a': ['1', 0], 'images.b': ['2', 0], 'images.c': 'x' },
      'about 42.2 credits',
      '$0.20',
    ],
  ])('is known %s', async (_how, definition, inputs, text, usd) => {
    const price = await priceOf(definition, inputs);
    expect(price && priceText(price)).toBe(text);
    expect(price && usdText(price)).toBe(usd);
  });

  it.each([
    ['a syntax error', priced('{"usd": ')],
    ['a failing expression', priced('$error("no")')],
    ['endless recursion', priced('($f := function($x) { $f($x) }; $f(1))')],
    ['a result that is no price', priced('"cheap"')],
    ['a negative price', priced('{"usd": -1}')],
    ['a price that is no number', priced('{"type": "usd", "usd": "0.05"}')],
    ['an unknown kind of price', priced('{"type": "barter", "usd": 1}')],
    ['a value that only the run knows', priced('{"usd": widgets.seconds}', { seconds: 'INT' })],
    ['another language', { name: 'Paid', input: {}, price_badge: { engine: 'python', expr: '1' } }],
    ['no price', { name: 'Paid', input: {} }],
  ])('is unknown with %s', async (_what, definition) => {
    expect(await priceOf(definition, { seconds: ['9', 0] })).toBeNull();
  });
});

it('asks each expression and each of its inputs once, for any number of nodes', async () => {
  const input = (n: number) => ({ widgets: { n }, inputs: {}, inputGroups: {} });
  const byCount = '{"usd": widgets.n}';
  const { expressions, asked } = groupQuestions([
    { nodeId: '1', times: 1, question: { expr: byCount, input: input(1) } },
    { nodeId: '2', times: 1, question: { expr: '{"usd": 5}', input: input(1) } },
    { nodeId: '3', times: 2, question: { expr: byCount, input: input(2) } },
    { nodeId: '4', times: 1, question: { expr: byCount, input: input(1) } },
    { nodeId: '5', times: 1, question: null },
  ]);
  expect(expressions).toEqual([
    { expr: byCount, inputs: [input(1), input(2)] },
    { expr: '{"usd": 5}', inputs: [input(1)] },
  ]);
  const results = await Promise.all(expressions.map(evaluateExpression));
  const amounts = asked.map(({ nodeId, times, place }) => [
    nodeId,
    times,
    place && results[place.expression]?.[place.input],
  ]);
  expect(amounts).toEqual([
    ['1', 1, { usd: 1 }],
    ['2', 1, { usd: 5 }],
    ['3', 2, { usd: 2 }],
    ['4', 1, { usd: 1 }],
    ['5', 1, null],
  ]);
});

describe('the price of a run', () => {
  const usd = (min: number, max = min, unit = ''): Price => ({ kind: 'usd', min, max, unit });
  const total = (...prices: (Price | null)[]) => totalText(addPrices(prices.map((price) => ({ price, times: 2 }))));

  it('adds those of its nodes', () => {
    expect(total(usd(0.05), usd(0.01, 0.02))).toBe('About 25.3 to 29.5 credits ($0.12 to $0.14)');
    expect(total(usd(0.05))).toBe('About 21.1 credits ($0.10)');
  });

  it('claims no more than it knows', () => {
    expect(total(usd(0.05), null)).toBe('At least 21.1 credits ($0.10)');
    expect(total(usd(0.05), usd(0.1, 0.1, '/second'))).toBe('At least 21.1 credits ($0.10)');
    expect(total(null, { kind: 'text', text: 'by tokens' })).toBeNull();
  });
});
