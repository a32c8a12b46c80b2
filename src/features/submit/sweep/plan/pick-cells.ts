import type { BatchAxis } from '@/domains/batches/batch-plan';
import { joinRows } from './linked-axes';
import { createRandom } from './random-numbers';

/** Returns different indices below a total, in order, and the same ones for the same seed: a shuffle that stops early. */
export function pickCells(total: bigint, count: number, seed: bigint): bigint[] {
  const random = createRandom(seed);
  const moved = new Map<bigint, bigint>();
  const picked: bigint[] = [];
  for (let at = 0n; at < BigInt(count); at += 1n) {
    const from = at + (random() % (total - at));
    picked.push(moved.get(from) ?? from);
    moved.set(from, moved.get(at) ?? at);
  }
  return picked.sort((left, right) => (left < right ? -1 : 1));
}

/** Returns the number of combinations of all axes: more than a double can count. */
export function combinationsOf(axes: readonly BatchAxis[]): bigint {
  return axes.reduce((total, { rows }) => total * BigInt(rows.length), 1n);
}

/** Returns one axis with a row for each of some combinations. */
export function pickedAxis(axes: readonly BatchAxis[], cells: readonly bigint[]): BatchAxis {
  return {
    label: axes.map(({ label }) => label).join(', '),
    inputs: axes.flatMap(({ inputs }) => inputs),
    rows: cells.map((cell) => joinRows(rowsAt(axes, cell))),
  };
}

/** The last axis is the fastest, as in a plan. */
function rowsAt(axes: readonly BatchAxis[], cell: bigint): BatchAxis['rows'] {
  let rest = cell;
  return axes
    .toReversed()
    .flatMap(({ rows }) => {
      const size = BigInt(rows.length);
      const row = rows[Number(rest % size)] ?? [];
      rest /= size;
      return row;
    })
    .reverse();
}
