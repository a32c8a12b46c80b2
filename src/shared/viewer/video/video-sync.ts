/** Playback state of a video, as its player reports it. */
export interface VideoState {
  timeS: number;
  /** 0 while unknown. */
  lengthS: number;
  /** It is loading or seeking and cannot play now. */
  isWaiting: boolean;
}

/** Playback state that the user requested for the group. */
export interface PlaybackRequest {
  isPlaying: boolean;
  rate: number;
  /** Restarts when the longest video has finished. */
  isLooping: boolean;
}

/** Playback command for one player. */
export interface VideoOrder {
  isPlaying: boolean;
  rate: number;
  /** `null` if no seek is needed. */
  seekToS: number | null;
}

/** Tolerance during playback: one frame at 60 fps. */
const SAME_S = 1 / 60;
/** Tolerance while paused, when every frame can be reached exactly. */
const SAME_STILL_S = 1 / 120;
/** Larger drift is corrected by a seek: catching up would take too long and compare different moments meanwhile. */
const JUMP_S = 0.2;
/** Relative speed change per second of drift. */
const CATCH_UP = 3;
const MAX_CATCH_UP = 0.5;

/** Returns the index of the longest video, whose timeline covers all others; the first if several are equally long. */
export function leaderOf(videos: readonly Pick<VideoState, 'lengthS'>[]): number {
  return videos.reduce((best, { lengthS }, at) => (lengthS > (videos[best]?.lengthS ?? 0) ? at : best), 0);
}

/** Returns true if the longest video has finished, and with it all others. */
export function haveFinished(videos: readonly VideoState[]): boolean {
  const leader = videos[leaderOf(videos)];
  return leader !== undefined && leader.lengthS > 0 && leader.timeS >= leader.lengthS - SAME_STILL_S;
}

/**
 * Returns the playback orders that keep all videos at the same moment. Small drift is corrected by an unnoticeable change of speed,
 * large drift by a seek. All videos wait while one of them loads. A finished video stays on its last frame until the longest one
 * finishes.
 */
export function videoOrders(videos: readonly VideoState[], request: PlaybackRequest): VideoOrder[] {
  const leader = videos[leaderOf(videos)];
  if (!leader) return [];
  const isAtEnd = haveFinished(videos);
  const isRepeat = request.isPlaying && request.isLooping && isAtEnd;
  const isHeld = videos.some(({ isWaiting }) => isWaiting);
  const isPlaying = request.isPlaying && !isHeld && (!isAtEnd || isRepeat);
  return videos.map((video) => {
    if (isRepeat) return { isPlaying, rate: request.rate, seekToS: 0 };
    if (video === leader) return { isPlaying, rate: request.rate, seekToS: null };
    return follow(video, leader, { ...request, isPlaying });
  });
}

function follow(video: VideoState, leader: VideoState, { isPlaying, rate }: PlaybackRequest): VideoOrder {
  const isFinished = video.lengthS > 0 && leader.timeS >= video.lengthS;
  const target = isFinished ? video.lengthS : leader.timeS;
  const behindS = target - video.timeS;
  // A video that is seeking gets no new seek: it would never finish one.
  const jump = video.isWaiting ? null : target;
  if (isFinished || !isPlaying) {
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

/** Returns true if one video is clearly shorter than another. */
export function haveDifferentLengths(lengths: readonly number[]): boolean {
  const known = lengths.filter((length) => length > 0);
  return Math.max(...known) - Math.min(...known) > 0.1;
}
