import { createStoredIdSet } from '@/domains/annotations/stored-id-set';

const MAX_STARS = 2000;

/** Starred files, by asset id. */
export const { useIds: useStars, idsOf: starsOf, setKept: setStar } = createStoredIdSet('stars', MAX_STARS);
