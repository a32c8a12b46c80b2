/** Overtones: frequency multiple, strength, and decay rate relative to the fundamental. */
type Voice = readonly (readonly [multiple: number, strength: number, fading: number])[];

const VOICES = {
  bell: [
    [0.5, 0.25, 0.6],
    [1, 1, 1],
    [1.19, 0.45, 1.4],
    [1.56, 0.3, 1.7],
    [2, 0.4, 1.5],
    [2.66, 0.2, 2.4],
    [3.01, 0.16, 2.8],
    [4.1, 0.1, 4],
  ],
  marimba: [
    [1, 1, 2.5],
    [3.93, 0.35, 7],
    [9.2, 0.12, 14],
  ],
  glass: [
    [1, 1, 0.8],
    [2.32, 0.5, 1.6],
    [4.25, 0.28, 2.6],
    [6.63, 0.14, 4],
  ],
  organ: [
    [1, 1, 0.35],
    [2, 0.6, 0.35],
    [3, 0.25, 0.35],
    [4, 0.3, 0.35],
    [6, 0.12, 0.35],
    [8, 0.1, 0.35],
  ],
} satisfies Record<string, Voice>;

const SEMITONES = {
  pentatonic: [0, 2, 4, 7, 9],
  major: [0, 2, 4, 5, 7, 9, 11],
  minor: [0, 2, 3, 5, 7, 8, 10],
  dorian: [0, 2, 3, 5, 7, 9, 10],
  'whole-tone': [0, 2, 4, 6, 8, 10],
} satisfies Record<string, readonly number[]>;
const ROOT_SEMITONES = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 };
const MIDDLE_C_HZ = 261.6256;

const USUAL = { brightness: 0.5, decay: 1.2, reverb: 0.3 };
const ATTACK_S = 0.004;
/** Time for tones to decay after the last letter. */
const TAIL_S = 2;
const LOUDNESS = 0.85;

interface Tone {
  /** Scale steps above the root; `null` is a rest. */
  degree: number | null;
  beats: number;
  loudness: number;
}

/** Input of the model. */
interface Melody {
  text: string;
  voice: keyof typeof VOICES;
  voice_settings?: typeof USUAL | null | undefined;
  scale: keyof typeof SEMITONES;
  root: keyof typeof ROOT_SEMITONES;
  /** Letters per minute. */
  tempo: number;
  max_seconds: number;
  /** Samples per second. */
  sample_rate: number;
}

export interface Sound {
  seconds: number;
  rate: number;
  sides: Float32Array[];
}

export function playMelody(melody: Melody): Sound {
  const rate = melody.sample_rate;
  const beat = 60 / melody.tempo;
  const settings = melody.voice_settings ?? USUAL;
  const tones = tonesOf(melody.text);
  const seconds = Math.min(melody.max_seconds, tones.reduce((sum, { beats }) => sum + beats, 0) * beat + TAIL_S);
  const left = new Float32Array(Math.ceil(seconds * rate));
  const right = new Float32Array(left.length);
  let at = 0;
  for (const [index, { degree, beats, loudness }] of tones.entries()) {
    if (at >= seconds) break;
    if (degree !== null) {
      const frequency = frequencyOf(degree, melody);
      // Spreads neighboring tones slightly in the stereo image, like bells on a beam.
      const position = 0.5 + 0.35 * Math.sin(index * 1.7);
      ring({ left, right, rate, at, frequency, loudness, place: position }, VOICES[melody.voice], settings);
    }
    at += beats * beat;
  }
  if (settings.reverb > 0) for (const side of [left, right]) reverberate(side, rate, settings.reverb);
  return { seconds, rate, sides: normalised(left, right) };
}

/** Maps letters to scale steps, so that the same word has the same melody. The end of a sentence returns to the root. */
function tonesOf(text: string): Tone[] {
  const tones: Tone[] = [];
  for (const letter of text.normalize('NFD').replace(/\p{M}/gu, '')) {
    if (/\s/.test(letter)) tones.push({ degree: null, beats: 0.6, loudness: 0 });
    else if (/[.!?…]/.test(letter)) tones.push({ degree: 0, beats: 2.5, loudness: 1 });
    else if (/[,;:–—-]/.test(letter)) tones.push({ degree: 4, beats: 1.4, loudness: 0.7 });
    else if (/\d/.test(letter)) tones.push({ degree: Number(letter), beats: 1, loudness: 0.8 });
    else {
      const isCapital = letter !== letter.toLowerCase();
      const number = (letter.toLowerCase().codePointAt(0) ?? 0) % 12;
      const isVowel = /[aeiouy]/i.test(letter);
      tones.push({ degree: number - 2, beats: isVowel ? 1 : 0.5, loudness: isCapital ? 1 : isVowel ? 0.8 : 0.55 });
    }
  }
  return tones;
}

function frequencyOf(degree: number, { scale, root }: Melody): number {
  const steps = SEMITONES[scale];
  const octave = Math.floor(degree / steps.length);
  const step = steps[degree - octave * steps.length];
  return MIDDLE_C_HZ * 2 ** ((ROOT_SEMITONES[root] + step + 12 * octave) / 12);
}

interface Strike {
  left: Float32Array;
  right: Float32Array;
  rate: number;
  /** Start time in seconds. */
  at: number;
  frequency: number;
  loudness: number;
  /** Stereo position from 0 (left) to 1 (right). */
  place: number;
}

function ring(strike: Strike, voice: Voice, { brightness, decay }: typeof USUAL): void {
  const { left, right, rate, frequency, loudness, place: position } = strike;
  const start = Math.floor(strike.at * rate);
  const gainLeft = loudness * Math.cos((position * Math.PI) / 2);
  const gainRight = loudness * Math.sin((position * Math.PI) / 2);
  for (const [index, [multiple, strength, fading]] of voice.entries()) {
    const pitch = frequency * multiple;
    if (pitch > rate * 0.45) continue;
    const weight = index === 0 ? strength : strength * 2 * brightness;
    const fade = Math.exp(-fading / (decay * rate));
    const end = Math.min(left.length, start + Math.ceil((decay / fading) * rate * 7));
    // A rotating phasor takes four multiplications per sample, a sine about forty.
    const cos = Math.cos((2 * Math.PI * pitch) / rate) * fade;
    const sin = Math.sin((2 * Math.PI * pitch) / rate) * fade;
    let real = weight;
    let imaginary = 0;
    for (let sample = start; sample < end; sample += 1) {
      const attack = Math.min(1, (sample - start) / (ATTACK_S * rate));
      const value = imaginary * attack;
      left[sample] = left[sample] + value * gainLeft;
      right[sample] = right[sample] + value * gainRight;
      const turned = real * cos - imaginary * sin;
      imaginary = real * sin + imaginary * cos;
      real = turned;
    }
  }
}

/** Schroeder reverb: four comb filters with coprime lengths, and two all-pass filters that diffuse their echoes. */
function reverberate(samples: Float32Array, rate: number, amount: number): void {
  const wet = new Float32Array(samples.length);
  for (const seconds of [0.0297, 0.0371, 0.0411, 0.0437]) {
    const delay = Math.round(seconds * rate);
    const echo = new Float32Array(samples.length);
    const feedback = 0.7 + 0.22 * amount;
    for (let at = 0; at < samples.length; at += 1) {
      const back = at >= delay ? echo[at - delay] : 0;
      echo[at] = samples[at] + back * feedback;
      wet[at] = wet[at] + echo[at] / 4;
    }
  }
  for (const seconds of [0.005, 0.0017]) allPass(wet, Math.round(seconds * rate), 0.7);
  for (let at = 0; at < samples.length; at += 1) {
    samples[at] = samples[at] * (1 - 0.4 * amount) + wet[at] * amount * 0.35;
  }
}

function allPass(samples: Float32Array, delay: number, gain: number): void {
  const memory = new Float32Array(delay);
  for (let at = 0; at < samples.length; at += 1) {
    const slot = at % delay;
    const delayed = memory[slot];
    const inward = samples[at] + delayed * gain;
    memory[slot] = inward;
    samples[at] = delayed - inward * gain;
  }
}

function normalised(...sides: Float32Array[]): Float32Array[] {
  const peak = sides.reduce((most, side) => side.reduce((high, value) => Math.max(high, Math.abs(value)), most), 0);
  if (peak === 0) return sides;
  return sides.map((side) => side.map((value) => (value / peak) * LOUDNESS));
}
