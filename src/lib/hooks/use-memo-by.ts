import { useState } from 'react';

interface Made<Value> {
  inputs: readonly unknown[];
  value: Value;
}

/**
 * `useMemo` for each of several items: returns a function that makes the value of an item, or returns the last one as
 * long as its inputs are the same.
 */
export function useMemoBy<Value>(): (key: string, inputs: readonly unknown[], make: () => Value) => Value {
  const [memo] = useState(() => memoBy<Value>());
  return memo;
}

export function memoBy<Value>(): (key: string, inputs: readonly unknown[], make: () => Value) => Value {
  const known = new Map<string, Made<Value>>();
  return (key, inputs, make) => {
    const before = known.get(key);
    if (before && isSame(before.inputs, inputs)) return before.value;
    const value = make();
    known.set(key, { inputs, value });
    return value;
  };
}

function isSame(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((value, index) => Object.is(value, right[index]));
}
