import { useEffect, useRef } from 'react';

/**
 * A list whose jobs are all over is not polled (J-3.02), and without a stream nothing tells it of a new one. The shell
 * goes on asking how many jobs there are: where that moves, the list is read.
 */
export function useReadOnNewCounts(
  counts: Readonly<Record<string, number>> | undefined,
  isPolled: boolean,
  read: () => void,
): void {
  const told = counts ? JSON.stringify(counts) : null;
  const seen = useRef(told);
  const reader = useRef({ isPolled, read });
  useEffect(() => {
    reader.current = { isPolled, read };
  });
  useEffect(() => {
    const before = seen.current;
    seen.current = told;
    if (before === null || told === null || before === told) return;
    if (!reader.current.isPolled) reader.current.read();
  }, [told]);
}
