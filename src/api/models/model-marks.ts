import { createKeptIds } from '../storage/stored-id-set';

const MAX_FAVOURITES = 500;
const MAX_RECENT = 30;

/** Models that the user marked, and those whose page was open last. */
export const {
  useIds: useFavourites,
  idsOf: favouritesOf,
  setKept: setFavourite,
} = createKeptIds('flowdeck.models.favourites', MAX_FAVOURITES);

export const {
  useIds: useRecentModels,
  idsOf: recentModelsOf,
  setKept: setRecentModel,
} = createKeptIds('flowdeck.models.recent', MAX_RECENT);
