import { Fragment, type ReactNode } from 'react';
import { ANY_MODEL, FIRST_MODELS, itemStart, LIST_END, listStart, NO_ITEM } from './first-models';
import type { ModelEntry } from '@contract/router/schemas';

interface FirstListProps {
  /** `whole`: all models, or none where there are more than `most`; `first`: the first of them. */
  how: 'whole' | 'first';
  most: number;
  models?: readonly ModelEntry[];
  children: (entry: ModelEntry) => ReactNode;
}

/** One item for each model of the catalog, as the gateway writes them. */
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

/** What stands there once, where the gateway lists models in the page. */
export function WithList({ children }: { children: ReactNode }) {
  return (
    <FirstList how="first" most={1} models={[ANY_MODEL]}>
      {() => children}
    </FirstList>
  );
}

/** What stands there where the gateway lists no models in the page. */
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
