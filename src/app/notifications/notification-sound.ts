/** In hertz: a fifth, ascending for success. */
const LOW = 440;
const HIGH = 660;
const NOTE_S = 0.18;
/** Fraction of full volume: audible but not alarming. */
const LOUDNESS = 0.08;

/** Plays two notes for finished jobs. Silent if the browser blocks audio before the first click. */
export function playEnd(hasFailed: boolean): void {
  const context = new AudioContext();
  const last = scheduleEnd(context, hasFailed);
  last.addEventListener('ended', () => void context.close(), { once: true });
}

/** @returns the last scheduled node */
export function scheduleEnd(context: BaseAudioContext, hasFailed: boolean): OscillatorNode {
  scheduleNote(context, hasFailed ? HIGH : LOW, context.currentTime);
  return scheduleNote(context, hasFailed ? LOW : HIGH, context.currentTime + NOTE_S);
}

function scheduleNote(context: BaseAudioContext, frequency: number, at: number): OscillatorNode {
  const note = new OscillatorNode(context, { frequency });
  const gain = new GainNode(context, { gain: 0 });
  // Without ramps each note would start and end with a click.
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(LOUDNESS, at + NOTE_S / 8);
  gain.gain.linearRampToValueAtTime(0, at + NOTE_S);
  note.connect(gain).connect(context.destination);
  note.start(at);
  note.stop(at + NOTE_S);
  return note;
}
