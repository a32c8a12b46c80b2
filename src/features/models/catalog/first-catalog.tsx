import type { ReactNode } from 'react';
import { LOCAL_SURFACE } from '@/api/surface';
import { FirstList, WithList, WithoutList } from '../first-list';
import { ANY_DETAILS } from '../first-models';
import { MAX_CARDS, ModelCard } from './model-cards';
import { ModelRow } from './model-row';
import { CatalogTabs } from './catalog-tabs';

/** Enough rows to fill a large window. */
const MAX_ROWS = 40;

const NO_COUNTS = { all: null, favourites: null, recent: null };

/**
 * Prerendered catalog: rendered by the build and filled in by the gateway. Shows cards under the same conditions as
 * `ModelsPage`, otherwise rows.
 */
export function FirstCatalog({ loading }: { loading: ReactNode }) {
  return (
    <>
      <WithList>
        <div className="flex h-10 shrink-0 items-stretch border-b border-line px-1.5 md:px-2.5">
          <CatalogTabs surface={LOCAL_SURFACE} search={{}} counts={NO_COUNTS} />
        </div>
      </WithList>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <ul className="peer mx-auto grid max-w-[2040px] grid-cols-2 gap-4 p-5 empty:hidden max-[1023px]:hidden lg:grid-cols-3">
          <FirstList how="whole" most={MAX_CARDS}>
            {(entry) => (
              <li>
                <ModelCard surface={LOCAL_SURFACE} entry={entry} facts={ANY_DETAILS} isFree />
              </li>
            )}
          </FirstList>
        </ul>
        <ul className="min-[1024px]:peer-[:not(:empty)]:hidden">
          <FirstList how="first" most={MAX_ROWS}>
            {(entry) => (
              <li>
                <ModelRow surface={LOCAL_SURFACE} entry={entry} facts={ANY_DETAILS} isFree />
              </li>
            )}
          </FirstList>
        </ul>
        <WithoutList>{loading}</WithoutList>
      </div>
    </>
  );
}
