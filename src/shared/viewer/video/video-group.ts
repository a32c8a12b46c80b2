import { createStore } from 'zustand';
import { videoOrders, haveFinished, leaderOf, type VideoState, type PlaybackRequest } from './video-sync';

export interface VideoGroupView extends PlaybackRequest {
  timeS: number;
  /** Length of the longest video; 0 while unknown. */
  lengthS: number;
  /** Lengths by position; 0 while unknown. */
  lengths: readonly number[];
  isMuted: boolean;
  /** Playback is requested, but a video is loading. */
  isHeld: boolean;
}

/** A group of players kept at the same time. Separate from React: each video has its own clock. */
export class VideoGroup {
  readonly store = createStore<VideoGroupView>(() => ({
    isPlaying: false,
    rate: 1,
    isLooping: true,
    timeS: 0,
    lengthS: 0,
    lengths: [],
    isMuted: true,
    isHeld: false,
  }));
  #videos = new Map<number, HTMLVideoElement>();
  #stalled = new Set<HTMLVideoElement>();
  #frame = 0;

  /** Adds a video. @param position the video at 0 plays its audio @returns a function that removes it */
  add(position: number, video: HTMLVideoElement): () => void {
    this.#videos.set(position, video);
    const stop = new AbortController();
    const on = (names: readonly string[], act: () => void) => {
      for (const name of names) video.addEventListener(name, act, { signal: stop.signal });
    };
    // A video that is added later, or again at another position, starts at the time of the others.
    on(['loadedmetadata'], () => (video.currentTime = Math.min(this.store.getState().timeS, lengthOf(video))));
    on(['waiting'], () => this.#stalled.add(video));
    on(['canplay', 'playing'], () => this.#stalled.delete(video));
    on(['loadedmetadata', 'durationchange', 'error'], () => this.#settle());
    this.#settle();
    return () => {
      stop.abort();
      video.pause();
      this.#stalled.delete(video);
      if (this.#videos.get(position) === video) this.#videos.delete(position);
      this.#settle();
    };
  }

  change(request: Partial<PlaybackRequest & { isMuted: boolean }>): void {
    // Like any player, restarts from the beginning if played after the end.
    if (request.isPlaying && haveFinished(this.#sorted().map((video) => this.#stateOf(video)))) this.seek(0);
    this.store.setState(request);
    this.#settle();
  }

  seek(timeS: number): void {
    const to = Math.max(0, Math.min(timeS, this.store.getState().lengthS));
    for (const video of this.#videos.values()) video.currentTime = Math.min(to, lengthOf(video));
    this.store.setState({ timeS: to });
  }

  /** Reads the state of all players and sends each its order; runs once per frame during playback. */
  #settle(): void {
    cancelAnimationFrame(this.#frame);
    const before = this.store.getState();
    const videos = this.#sorted();
    const states = videos.map((video) => this.#stateOf(video));
    videoOrders(states, before).forEach((order, at) => {
      const video = videos[at];
      if (!video || isUnread(video)) return;
      video.muted = before.isMuted || at > 0;
      if (order.seekToS !== null) video.currentTime = order.seekToS;
      // Each change of the rate costs the player some work.
      if (Math.abs(video.playbackRate - order.rate) > 0.01) video.playbackRate = order.rate;
      if (order.isPlaying === video.paused) obey(video, order.isPlaying);
    });
    const leader = videos[leaderOf(states)];
    const lengths = states.map(({ lengthS }) => lengthS);
    const isPlaying = before.isPlaying && (before.isLooping || !haveFinished(states));
    this.store.setState({
      isPlaying,
      lengths: String(lengths) === String(before.lengths) ? before.lengths : lengths,
      lengthS: Math.max(0, ...lengths),
      timeS: leader && !isUnread(leader) ? leader.currentTime : before.timeS,
      isHeld: isPlaying && states.some(({ isWaiting }) => isWaiting),
    });
    if (isPlaying && videos.length > 0) this.#frame = requestAnimationFrame(() => this.#settle());
  }

  #sorted(): HTMLVideoElement[] {
    return [...this.#videos].toSorted(([a], [b]) => a - b).map(([, video]) => video);
  }

  #stateOf(video: HTMLVideoElement): VideoState {
    const isBroken = video.error !== null;
    const isStalled = this.#stalled.has(video) && video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA && !video.ended;
    return {
      timeS: video.currentTime,
      lengthS: isBroken ? 0 : lengthOf(video),
      isWaiting: !isBroken && (isUnread(video) || isStalled || video.seeking),
    };
  }
}

function isUnread({ readyState }: HTMLVideoElement): boolean {
  return readyState === HTMLMediaElement.HAVE_NOTHING;
}

/** Returns 0 for videos of unknown length. */
function lengthOf({ duration }: HTMLVideoElement): number {
  return Number.isFinite(duration) ? duration : 0;
}

function obey(video: HTMLVideoElement, isPlaying: boolean): void {
  if (!isPlaying) video.pause();
  // A pause before playback starts is reported as an error of `play`.
  else void video.play().catch(() => undefined);
}
