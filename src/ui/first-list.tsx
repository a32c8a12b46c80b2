import type { ReactNode } from 'react';

/**
 * Prerendered list. The build does not know what it lists, so it has one item for each look; at run time, the gateway fills in its
 * own entries (`server/platform/http/fill-prerendered-page.ts`).
 */
interface FirstListProps {
  /**
   * `whole`: all entries, or none if there are more than `most`; `long`: none unless there are more than `most`, and then those
   * that fill a window; `first`: the first `most` entries.
   */
  how: 'whole' | 'long' | 'first';
  most: number;
  /** Each in a `FirstItem`. */
  children: ReactNode;
}

export function FirstList({ how, most, children }: FirstListProps) {
  return (
    <>
      {`__LIST ${how} ${most}__`}
      {children}
      {LIST_END}
    </>
  );
}

/** Look of the entries that have no item of their own. */
export const ANY_LOOK = 'any';

/** Item of the entries that have this look. */
export function FirstItem({ look, children }: { look: string; children: ReactNode }) {
  return (
    <>
      {`__ITEM ${look}__`}
      {children}
    </>
  );
}

/** Content that is shown once if the gateway fills in the page. */
export function WithList({ children }: { children: ReactNode }) {
  return (
    <FirstList how="first" most={1}>
      <FirstItem look={ANY_LOOK}>{children}</FirstItem>
    </FirstList>
  );
}

/** Content that is shown if the gateway has nothing to fill in. */
export function WithoutList({ children }: { children: ReactNode }) {
  return (
    <>
      {'__LIST empty 0__'}
      <FirstItem look="none">{children}</FirstItem>
      {LIST_END}
    </>
  );
}

const LIST_END = '__END__';
