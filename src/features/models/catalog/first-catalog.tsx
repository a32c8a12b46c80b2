import type { ReactNode } from 'react';
import { LOCAL_SURFACE } from '@/api/surface';
import { WithList, WithoutList } from '@/ui/first-list';
import { FirstModelList } from './first-model-list';
import { ANY_DETAILS } from './first-models';
import { CARD_GRID, MAX_LARGE_CARDS } from './catalog-layout';
import { ModelCard } from './model-cards';
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
        <FirstCards how="whole" grid={CARD_GRID.short} />
        <FirstCards how="long" grid={CARD_GRID.long} />
        <ul className="sm:peer-[:not(:empty)]:hidden [[data-catalog=list]_&]:block!">
          <FirstModelList how="first" most={MAX_ROWS}>
            {(entry) => (
              <li>
                <ModelRow surface={LOCAL_SURFACE} entry={entry} facts={ANY_DETAILS} hasPictures />
              </li>
            )}
          </FirstModelList>
        </ul>
        <WithoutList>{loading}</WithoutList>
      </div>
    </>
  );
}

/** `public/theme.js` hides the cards if the user has chosen the list. */
function FirstCards({ how, grid }: { how: 'whole' | 'long'; grid: string }) {
  return (
    <ul className={`peer empty:hidden max-sm:hidden [[data-catalog=list]_&]:hidden ${grid}`}>
      <FirstModelList how={how} most={MAX_LARGE_CARDS}>
        {(entry) => (
          <li>
            <ModelCard surface={LOCAL_SURFACE} entry={entry} facts={ANY_DETAILS} />
          </li>
        )}
      </FirstModelList>
    </ul>
  );
}
