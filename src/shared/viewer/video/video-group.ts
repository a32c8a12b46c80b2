import { createStore } from 'zustand';
import { filmOrders, haveEnded, leaderOf, type VideoState, type PlaybackRequest } from './video-sync';

export interface VideoGroupView extends PlaybackRequest {
  timeS: number;
  /** Of the longest; 0 while it is not known. */
  lengthS: number;
  /** In the order of their places; 0 while it is not known. */
  lengths: readonly number[];
  isMuted: boolean;
  /** It is to play, and one of the films loads. */
  isHeld: boolean;
}

/** A few players that show the same moment. Apart from React: the clock of the films is not its own. */
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
  #films = new Map<number, HTMLVideoElement>();
  #stalled = new Set<HTMLVideoElement>();
  #frame = 0;

  /** @param place 0 is heard where there is sound @returns what takes it out again */
  add(place: number, film: HTMLVideoElement): () => void {
    this.#films.set(place, film);
    const stop = new AbortController();
    const on = (names: readonly string[], act: () => void) => {
      for (const name of names) film.addEventListener(name, act, { signal: stop.signal });
    };
    // A film that comes later, or anew in another place, begins where the others are.
    on(['loadedmetadata'], () => (film.currentTime = Math.min(this.store.getState().timeS, lengthOf(film))));
    on(['waiting'], () => this.#stalled.add(film));
    on(['canplay', 'playing'], () => this.#stalled.delete(film));
    on(['loadedmetadata', 'durationchange', 'error'], () => this.#settle());
    this.#settle();
    return () => {
      stop.abort();
      film.pause();
      this.#stalled.delete(film);
      if (this.#films.get(place) === film) this.#films.delete(place);
      this.#settle();
    };
  }

  change(wish: Partial<PlaybackRequest & { isMuted: boolean }>): void {
    // At its end a film that is to play begins anew, as every player does.
    if (wish.isPlaying && haveEnded(this.#sorted().map((film) => this.#stateOf(film)))) this.seek(0);
    this.store.setState(wish);
    this.#settle();
  }

  seek(timeS: number): void {
    const to = Math.max(0, Math.min(timeS, this.store.getState().lengthS));
    for (const film of this.#films.values()) film.currentTime = Math.min(to, lengthOf(film));
    this.store.setState({ timeS: to });
  }

  /** One turn: read where all are, tell each what to do. While they play, once a frame. */
  #settle(): void {
    cancelAnimationFrame(this.#frame);
    const before = this.store.getState();
    const films = this.#sorted();
    const states = films.map((film) => this.#stateOf(film));
    filmOrders(states, before).forEach((order, at) => {
      const film = films[at];
      if (!film || isUnread(film)) return;
      film.muted = before.isMuted || at > 0;
      if (order.seekToS !== null) film.currentTime = order.seekToS;
      // Each change of the rate costs the player some work.
      if (Math.abs(film.playbackRate - order.rate) > 0.01) film.playbackRate = order.rate;
      if (order.isPlaying === film.paused) obey(film, order.isPlaying);
    });
    const leader = films[leaderOf(states)];
    const lengths = states.map(({ lengthS }) => lengthS);
    const isPlaying = before.isPlaying && (before.isLooping || !haveEnded(states));
    this.store.setState({
      isPlaying,
      lengths: String(lengths) === String(before.lengths) ? before.lengths : lengths,
      lengthS: Math.max(0, ...lengths),
      timeS: leader && !isUnread(leader) ? leader.currentTime : before.timeS,
      isHeld: isPlaying && states.some(({ isWaiting }) => isWaiting),
    });
    if (isPlaying && films.length > 0) this.#frame = requestAnimationFrame(() => this.#settle());
  }

  #sorted(): HTMLVideoElement[] {
    return [...this.#films].toSorted(([a], [b]) => a - b).map(([, film]) => film);
  }

  #stateOf(film: HTMLVideoElement): VideoState {
    const isBroken = film.error !== null;
    const isStalled = this.#stalled.has(film) && film.readyState < HTMLMediaElement.HAVE_FUTURE_DATA && !film.ended;
    return {
      timeS: film.currentTime,
      lengthS: isBroken ? 0 : lengthOf(film),
      isWaiting: !isBroken && (isUnread(film) || isStalled || film.seeking),
    };
  }
}

function isUnread({ readyState }: HTMLVideoElement): boolean {
  return readyState === HTMLMediaElement.HAVE_NOTHING;
}

/** Some films do not say how long they are. */
function lengthOf({ duration }: HTMLVideoElement): number {
  return Number.isFinite(duration) ? duration : 0;
}

function obey(film: HTMLVideoElement, isPlaying: boolean): void {
  if (!isPlaying) film.pause();
  // A pause that comes before the start is told as an error of the start.
  else void film.play().catch(() => undefined);
}
