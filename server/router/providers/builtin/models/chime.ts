import { z } from 'zod/mini';
import { COMPUTES_HERE, defineModel } from '../builtin-model';
import { choice, decimal, described, integer, wholeChoice } from '../fields';

const VoiceSettings = described(
  z.object({
    brightness: decimal({ least: 0, most: 1, default: 0.5, description: 'How many overtones sound.' }),
    decay: decimal({ least: 0.1, most: 4, default: 1.2, description: 'Seconds until a tone has faded to a third.' }),
    reverb: decimal({ least: 0, most: 1, default: 0.3, description: 'How large the room is.' }),
  }),
  { title: 'Voice settings', description: 'How the instrument sounds.' },
);

export const SCALES = ['pentatonic', 'major', 'minor', 'dorian', 'whole-tone'] as const;
export const ROOTS = ['C', 'D', 'E', 'F', 'G', 'A', 'B'] as const;

export const ChimeInput = z.object({
  text: described(z.string().check(z.minLength(1), z.maxLength(600), z.regex(/\S/)), {
    description: 'What is played: letters are tones, spaces are rests, punctuation ends a phrase. It is not spoken.',
  }),
  voice: choice(['bell', 'marimba', 'glass', 'organ'], { description: 'The instrument.' }),
  voice_settings: described(z.optional(z.nullable(VoiceSettings)), {
    description: 'Null or absent: the usual sound of the instrument.',
  }),
  scale: choice(SCALES, { description: 'Which tones there are.' }),
  root: choice(ROOTS, { description: 'The tone that phrases end on.' }),
  tempo: integer({ least: 40, most: 300, default: 160, description: 'Letters a minute.' }),
  max_seconds: decimal({ least: 1, most: 60, default: 20, description: 'The text is cut off after this time.' }),
  sample_rate: wholeChoice([16_000, 22_050, 44_100], { default: 22_050, description: 'Samples a second.' }),
});
export type ChimeInput = z.output<typeof ChimeInput>;

/** Returns raw bytes instead of JSON, like the models of ElevenLabs. */
export const chime = defineModel({
  model: 'chime',
  title: 'Chime',
  description: `Plays a text on bells: a synthesizer turns letters into tones of a scale. ${COMPUTES_HERE} The answer is the sound itself, as WAV (16 bit, stereo).`,
  inputModalities: ['text'],
  outputModalities: ['audio'],
  input: ChimeInput,
  example: { text: 'The harbour wakes, and every boat has a bell.', voice: 'bell', scale: 'pentatonic' },
  output: { contentType: 'audio/wav', description: 'A WAV file: 16 bit, two channels.' },
  pace: 'quick',
  async respond(_, { files: [file] }) {
    if (!file) throw new Error('No sound was made');
    return { bytes: file.bytes };
  },
});
