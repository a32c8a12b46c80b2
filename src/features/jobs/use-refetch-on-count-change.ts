import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * A list whose jobs are all over is not polled (J-3.02), and without a stream nothing tells it of a new one. The shell
 * goes on asking how many jobs there are: where that moves, or no answer comes, the list is read.
 */
export function useReadOnNewCounts(
  status: { data?: { jobs: Readonly<Record<string, number>> } | undefined; isError: boolean },
  isPolled: boolean,
  read: () => void,
): void {
  const told = status.isError ? 'no answer' : status.data ? JSON.stringify(status.data.jobs) : null;
  const seen = useRef(told);
  const onNews = useEffectEvent(() => {
    if (!isPolled) read();
  });
  useEffect(() => {
    const before = seen.current;
    seen.current = told;
    if (before !== null && told !== null && before !== told) onNews();
  }, [told]);
}
