import type { ChimeInput } from '../models/chime';
import type { Computation } from './computation';
import { playMelody } from './play-melody';
import { encodeWav } from './wav';

export const computeChime: Computation<ChimeInput> = (input) => {
  const { seconds, rate, sides } = playMelody(input);
  return { facts: { seconds }, files: [{ bytes: encodeWav(sides, rate), contentType: 'audio/wav' }] };
};
