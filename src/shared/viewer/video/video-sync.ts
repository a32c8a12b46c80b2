/** Where a film stands, as its player tells it. */
export interface VideoState {
  timeS: number;
  /** 0 while it is not known. */
  lengthS: number;
  /** It loads, or looks for a place: it cannot go on now. */
  isWaiting: boolean;
}

/** What all of them are to do. */
export interface PlaybackRequest {
  isPlaying: boolean;
  rate: number;
  /** Begins anew when the longest has ended. */
  isLooping: boolean;
}

/** What a player is told. */
export interface FilmOrder {
  isPlaying: boolean;
  rate: number;
  /** Null: it stays where it is. */
  seekToS: number | null;
}

/** Less than a frame of the fastest usual films. */
const SAME_S = 1 / 60;
/** Standing still, every frame can be hit. */
const SAME_STILL_S = 1 / 120;
/** More is jumped over: until it is caught up with, something else would be compared. */
const JUMP_S = 0.2;
/** How much faster, for each second that a film is behind. */
const CATCH_UP = 3;
const MAX_CATCH_UP = 0.5;

/** The longest, so that its bar covers all of them; the first of those that are as long. */
export function leaderOf(films: readonly Pick<VideoState, 'lengthS'>[]): number {
  return films.reduce((best, { lengthS }, at) => (lengthS > (films[best]?.lengthS ?? 0) ? at : best), 0);
}

/** Whether the longest is over, and with it all. */
export function haveEnded(films: readonly VideoState[]): boolean {
  const leader = films[leaderOf(films)];
  return leader !== undefined && leader.lengthS > 0 && leader.timeS >= leader.lengthS - SAME_STILL_S;
}

/**
 * What each film is told so that all show the same moment: small drift is made up by a little more or less speed, which
 * nobody sees, large drift by a jump. Nobody runs ahead while one of them loads. A film that has ended rests on its last
 * frame until the longest has ended.
 */
export function filmOrders(films: readonly VideoState[], wish: PlaybackRequest): FilmOrder[] {
  const leader = films[leaderOf(films)];
  if (!leader) return [];
  const isAtEnd = haveEnded(films);
  const isAnew = wish.isPlaying && wish.isLooping && isAtEnd;
  const isHeld = films.some(({ isWaiting }) => isWaiting);
  const isPlaying = wish.isPlaying && !isHeld && (!isAtEnd || isAnew);
  return films.map((film) => {
    if (isAnew) return { isPlaying, rate: wish.rate, seekToS: 0 };
    if (film === leader) return { isPlaying, rate: wish.rate, seekToS: null };
    return follow(film, leader, { ...wish, isPlaying });
  });
}

function follow(film: VideoState, leader: VideoState, { isPlaying, rate }: PlaybackRequest): FilmOrder {
  const hasEnded = film.lengthS > 0 && leader.timeS >= film.lengthS;
  const target = hasEnded ? film.lengthS : leader.timeS;
  const behindS = target - film.timeS;
  // A film that looks for a place is not sent to the next one: it would never arrive.
  const jump = film.isWaiting ? null : target;
  if (hasEnded || !isPlaying) {
    return { isPlaying: false, rate, seekToS: Math.abs(behindS) > SAME_STILL_S ? jump : null };
  }
  if (Math.abs(behindS) <= SAME_S) return { isPlaying, rate, seekToS: null };
  if (Math.abs(behindS) > JUMP_S) return { isPlaying, rate, seekToS: jump };
  const more = Math.max(-MAX_CATCH_UP, Math.min(MAX_CATCH_UP, behindS * CATCH_UP));
  return { isPlaying, rate: rate * (1 + more), seekToS: null };
}

/** `0:03.2`, `12:05.0` */
export function videoClock(timeS: number): string {
  const tenths = Math.floor(Math.max(0, timeS) * 10 + 1e-6);
  const seconds = Math.floor(tenths / 10);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}.${tenths % 10}`;
}

/** Whether some film ends well before another. */
export function haveOtherLengths(lengths: readonly number[]): boolean {
  const known = lengths.filter((length) => length > 0);
  return Math.max(...known) - Math.min(...known) > 0.1;
}
