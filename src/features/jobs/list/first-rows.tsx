import type { ReactNode } from 'react';
import { LOCAL_SURFACE } from '@/api/surface';
import { FirstItem, FirstList, WithList, WithoutList } from '@/ui/first-list';
import { DEFAULT_COLUMNS } from '../view/list-view';
import { ANY_BATCH_TITLE, ANY_ID, ANY_TITLE, firstJobs } from './first-jobs';
import { JobRow } from './job-row';
import { BatchGroupRow } from './lazy-parts';
import { ListHead } from './list-head';

/** Enough to fill most windows, and a tablet: each row delays the first paint by a millisecond. */
const MAX_ROWS = 15;
const MAX_CARDS = 10;

/**
 * Prerendered job list: rendered by the build and filled in by the gateway. It has the rows of `JobsList` before its deferred parts are
 * loaded. Not for those who see a wall, other columns or an open batch, which the gateway does not know: `public/theme.js` shows them
 * the loading state.
 */
export function FirstRows({ loading }: { loading: ReactNode }) {
  return (
    <>
      <WithList>
        <div className="contents [[data-own-list]_&]:hidden">
          <ListHead columns={DEFAULT_COLUMNS} tracks={undefined} sort="newest" onSort={nothing} />
        </div>
        <div className="hidden [[data-own-list]_&]:contents">{loading}</div>
      </WithList>
      <div className="min-h-0 flex-1 overflow-y-auto not-has-[li]:hidden [[data-own-list]_&]:hidden">
        <FirstJobList most={MAX_ROWS} isCard={false} className="max-md:hidden" />
        <FirstJobList most={MAX_CARDS} isCard className="md:hidden" />
      </div>
      <WithoutList>{loading}</WithoutList>
    </>
  );
}

function FirstJobList({ most, isCard, className }: { most: number; isCard: boolean; className: string }) {
  return (
    <ul className={className}>
      <FirstList how="first" most={most}>
        {firstJobs().map(({ look, fetched }) => (
          <FirstItem key={look} look={look}>
            <li>
              <JobRow
                surface={LOCAL_SURFACE}
                fetched={fetched}
                isCard={isCard}
                rowId={ANY_ID}
                hasServer={false}
                title={ANY_TITLE}
              />
            </li>
          </FirstItem>
        ))}
        <FirstItem look="batch">
          <li>
            <BatchGroupRow batch={ANY_BATCH} isCard={isCard} />
          </li>
        </FirstItem>
      </FirstList>
    </ul>
  );
}

const ANY_BATCH = { id: '', batchId: '', title: ANY_BATCH_TITLE, rows: [], isOpen: false };

const nothing = () => {};
