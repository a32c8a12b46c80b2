import { z } from 'zod/mini';
import { COMPUTES_HERE, defineModel } from '../builtin-model';
import { choice, decimal, described, integer, wholeChoice } from '../fields';

const VoiceSettings = described(
  z.object({
    brightness: decimal({ least: 0, most: 1, default: 0.5, description: 'Strength of the overtones.' }),
    decay: decimal({ least: 0.1, most: 4, default: 1.2, description: 'Seconds until a tone has faded to a third.' }),
    reverb: decimal({ least: 0, most: 1, default: 0.3, description: 'Size of the room.' }),
  }),
  { title: 'Voice settings', description: 'Sound of the instrument.' },
);

export const SCALES = ['pentatonic', 'major', 'minor', 'dorian', 'whole-tone'] as const;
export const ROOTS = ['C', 'D', 'E', 'F', 'G', 'A', 'B'] as const;

export const ChimeInput = z.object({
  text: described(z.string().check(z.minLength(1), z.maxLength(600), z.regex(/\S/)), {
    description: 'Text to play: letters are tones, spaces are rests, punctuation ends a phrase. It is not spoken.',
  }),
  voice: choice(['bell', 'marimba', 'glass', 'organ'], { description: 'The instrument.' }),
  voice_settings: described(z.optional(z.nullable(VoiceSettings)), {
    description: 'Null or absent: the default sound of the instrument.',
  }),
  scale: choice(SCALES, { description: 'Available tones.' }),
  root: choice(ROOTS, { description: 'Last tone of each phrase.' }),
  tempo: integer({ least: 40, most: 300, default: 160, description: 'Letters per minute.' }),
  max_seconds: decimal({ least: 1, most: 60, default: 20, description: 'The text is cut off after this time.' }),
  sample_rate: wholeChoice([16_000, 22_050, 44_100], { default: 22_050, description: 'Samples per second.' }),
});
export type ChimeInput = z.output<typeof ChimeInput>;

/** Returns raw bytes instead of JSON, like the models of ElevenLabs. */
export const chime = defineModel({
  model: 'chime',
  title: 'Chime',
  description: `Plays a text on bells: a synthesizer turns letters into tones of a scale. ${COMPUTES_HERE} Returns the audio as WAV (16 bit, stereo).`,
  inputModalities: ['text'],
  outputModalities: ['audio'],
  input: ChimeInput,
  example: { text: 'The harbor wakes, and every boat has a bell.', voice: 'bell', scale: 'pentatonic' },
  output: { contentType: 'audio/wav', description: 'A WAV file: 16 bit, two channels.' },
  pace: 'quick',
  async respond(_, { files: [file] }) {
    if (!file) throw new Error('No sound was made');
    return { bytes: file.bytes };
  },
});
