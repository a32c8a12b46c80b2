import { useEffect, useRef } from 'react';

/** Reads the catalog again when the gateway says that its list of models is another one than before. */
export function useChangedBuild(build: string | null, readAgain: () => void): void {
  const known = useRef(build);
  useEffect(() => {
    const isChanged = known.current !== null && build !== null && build !== known.current;
    known.current = build;
    if (isChanged) readAgain();
  }, [build, readAgain]);
}
