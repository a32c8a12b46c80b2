import { createStoredIdSet } from './stored-id-set';

const MAX_STARS = 2000;

/** Files that the user marked, by the id of the asset. */
export const { useIds: useStars, idsOf: starsOf, setKept: setStar } = createStoredIdSet('flowdeck.stars', MAX_STARS);
