import { createStoredIdSet } from '../annotations/stored-id-set';

const MAX_FAVOURITES = 500;
const MAX_RECENT = 30;

/** Starred models, and recently opened ones. */
export const { useIds: useStarredModels, setKept: setFavourite } = createStoredIdSet(
  'models.favourites',
  MAX_FAVOURITES,
);

export const { useIds: useRecentModels, setKept: setRecentModel } = createStoredIdSet('models.recent', MAX_RECENT);
