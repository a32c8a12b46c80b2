import { Fragment, type ReactNode } from 'react';
import { ANY_MODEL, FIRST_MODELS, itemStart, LIST_END, listStart, NO_ITEM } from './first-models';
import type { ModelEntry } from '@contract/router/schemas';

interface FirstListProps {
  /**
   * `whole`: all models, or none if there are more than `most`; `long`: none unless there are more than `most`, and then those
   * that fill a window; `first`: the first `most` models.
   */
  how: 'whole' | 'long' | 'first';
  most: number;
  models?: readonly ModelEntry[];
  children: (entry: ModelEntry) => ReactNode;
}

/** Prerendered list with one item per model, which the gateway fills in. */
export function FirstList({ how, most, models = FIRST_MODELS, children }: FirstListProps) {
  return (
    <>
      {listStart(how, most)}
      {models.map((entry) => (
        <Fragment key={entry.id}>
          {itemStart(entry.id)}
          {children(entry)}
        </Fragment>
      ))}
      {LIST_END}
    </>
  );
}

/** Content that is shown once if the gateway lists models in the page. */
export function WithList({ children }: { children: ReactNode }) {
  return (
    <FirstList how="first" most={1} models={[ANY_MODEL]}>
      {() => children}
    </FirstList>
  );
}

/** Content that is shown if the gateway lists no models in the page. */
export function WithoutList({ children }: { children: ReactNode }) {
  return (
    <>
      {listStart('empty', 0)}
      {itemStart(NO_ITEM)}
      {children}
      {LIST_END}
    </>
  );
}
