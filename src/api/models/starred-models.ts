import { createStoredIdSet } from '../storage/stored-id-set';

const MAX_FAVOURITES = 500;
const MAX_RECENT = 30;

/** Models that the user marked, and those whose page was open last. */
export const {
  useIds: useStarredModels,
  idsOf: starredOf,
  setKept: setFavourite,
} = createStoredIdSet('flowdeck.models.favourites', MAX_FAVOURITES);

export const {
  useIds: useRecentModels,
  idsOf: recentModelsOf,
  setKept: setRecentModel,
} = createStoredIdSet('flowdeck.models.recent', MAX_RECENT);
