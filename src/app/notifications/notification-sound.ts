/** Hertz: a fifth, upwards where all went well. */
const LOW = 440;
const HIGH = 660;
const NOTE_S = 0.18;
/** Part of full loudness: heard in a room, and no alarm. */
const LOUDNESS = 0.08;

/** Two notes for jobs that ended. Silent where the browser lets no page be heard before it was clicked. */
export function playEnd(hasFailed: boolean): void {
  const context = new AudioContext();
  const last = scheduleEnd(context, hasFailed);
  last.addEventListener('ended', () => void context.close(), { once: true });
}

/** @returns what sounds last */
export function scheduleEnd(context: BaseAudioContext, hasFailed: boolean): OscillatorNode {
  scheduleNote(context, hasFailed ? HIGH : LOW, context.currentTime);
  return scheduleNote(context, hasFailed ? LOW : HIGH, context.currentTime + NOTE_S);
}

function scheduleNote(context: BaseAudioContext, frequency: number, at: number): OscillatorNode {
  const note = new OscillatorNode(context, { frequency });
  const gain = new GainNode(context, { gain: 0 });
  // Without slopes each end of a note clicks.
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(LOUDNESS, at + NOTE_S / 8);
  gain.gain.linearRampToValueAtTime(0, at + NOTE_S);
  note.connect(gain).connect(context.destination);
  note.start(at);
  note.stop(at + NOTE_S);
  return note;
}
