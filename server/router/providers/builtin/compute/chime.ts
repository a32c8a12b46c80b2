import type { ChimeInput } from '../models/chime';
import type { Computation } from './computation';
import { playMelody } from './play-melody';

export const computeChime: Computation<ChimeInput> = (input) => {
  const { seconds, rate, sides } = playMelody(input);
  return { facts: { seconds }, files: [{ bytes: encodeWav(sides, rate), contentType: 'audio/wav' }] };
};

const WAV_HEADER_BYTES = 44;
const PCM = 1;

/** Encodes 16-bit RIFF/WAVE. All channels have the same length; samples are from -1 to 1. */
function encodeWav(channels: readonly Float32Array[], rate: number): Uint8Array {
  const samples = channels[0]?.length ?? 0;
  const frameBytes = channels.length * 2;
  const bytes = new Uint8Array(WAV_HEADER_BYTES + samples * frameBytes);
  const view = new DataView(bytes.buffer);
  const word = (at: number, text: string) => bytes.set(new TextEncoder().encode(text), at);
  word(0, 'RIFF');
  view.setUint32(4, bytes.length - 8, true);
  word(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, PCM, true);
  view.setUint16(22, channels.length, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * frameBytes, true);
  view.setUint16(32, frameBytes, true);
  view.setUint16(34, 16, true);
  word(36, 'data');
  view.setUint32(40, samples * frameBytes, true);
  for (const [index, channel] of channels.entries()) {
    channel.forEach((sample, at) => {
      const value = Math.min(1, Math.max(-1, sample));
      view.setInt16(WAV_HEADER_BYTES + at * frameBytes + index * 2, Math.round(value * 32_767), true);
    });
  }
  return bytes;
}
