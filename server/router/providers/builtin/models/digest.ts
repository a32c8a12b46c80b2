import { z } from 'zod/mini';
import { COMPUTES_HERE, defineModel } from '../builtin-model';
import { choice, described, integer } from '../fields';

const TextPart = described(z.object({ type: z.literal('text'), text: z.string().check(z.maxLength(200_000)) }), {
  id: 'TextPart',
  title: 'Text part',
  description: 'A part of the text.',
});

const Message = described(
  z.object({
    role: choice(['user', 'system', 'assistant'], {
      description: 'Messages of `user` are the text; others are ignored.',
    }),
    content: described(
      z.union([
        z.string().check(z.minLength(1), z.maxLength(200_000)),
        z.array(TextPart).check(z.minLength(1), z.maxLength(64)),
      ]),
      { description: 'Text, or parts of it.' },
    ),
  }),
  { id: 'Message', title: 'Message', description: 'One message of the chat.' },
);

export const DigestInput = z.object({
  messages: described(z.array(Message).check(z.minLength(1), z.maxLength(64)), {
    description: 'The text to read, as messages of a chat.',
  }),
  task: choice(['summary', 'outline', 'keywords', 'statistics'], { description: 'Type of the result.' }),
  max_sentences: integer({ least: 1, most: 20, default: 3, description: 'Length of a summary.' }),
  max_keywords: integer({ least: 1, most: 50, default: 10, description: 'Maximum number of keywords.' }),
  focus: described(z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(200)))), {
    description: 'Focus words of a summary. Null or absent: derived from the text.',
    example: 'harbor, tide',
  }),
  metadata: described(z.optional(z.record(z.string().check(z.maxLength(64)), z.string().check(z.maxLength(512)))), {
    description: 'Arbitrary metadata, returned unchanged.',
  }),
});
export type DigestInput = z.output<typeof DigestInput>;

const Completion = z.object({
  id: z.string(),
  object: z.literal('chat.completion'),
  created: described(z.int(), { description: 'Seconds since 1970.' }),
  model: z.string(),
  choices: z.array(
    z.object({
      index: z.int(),
      message: z.object({ role: z.literal('assistant'), content: z.string() }),
      finish_reason: z.literal('stop'),
    }),
  ),
  usage: described(z.object({ prompt_tokens: z.int(), completion_tokens: z.int(), total_tokens: z.int() }), {
    description: 'Number of words read and written. They are not charged.',
  }),
  metadata: z.optional(z.record(z.string(), z.string())),
});

/** Metadata that the computation returns. */
const Details = z.object({ text: z.string(), wordsRead: z.int(), wordsWritten: z.int() });

/** Text to text, with a chat-style response. */
export const digest = defineModel({
  model: 'digest',
  title: 'Digest',
  description: `Summarizes a text by its most important sentences, or returns an outline, keywords or statistics. No language model: it ranks sentences by what they share (TextRank) and picks from the text, word for word. Best on English. ${COMPUTES_HERE}`,
  inputModalities: ['text'],
  outputModalities: ['text'],
  input: DigestInput,
  example: {
    messages: [
      {
        role: 'user',
        content:
          'The harbor wakes before the town. Boats come in with the tide, and the gulls come in with the boats. By noon the fish is sold and the nets hang in the sun. In the evening the harbor is quiet, and only the bells of the boats speak with the tide.',
      },
    ],
    task: 'summary',
    max_sentences: 1,
  },
  output: {
    contentType: 'application/json',
    schema: Completion,
    example: {
      id: '6f1c1f0e-9a55-4bb1-8a53-0d1f5f3b8a11',
      object: 'chat.completion',
      created: 1_769_913_601,
      model: 'flowdeck/digest',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'Boats come in with the tide, and the gulls come in with the boats.' },
          finish_reason: 'stop',
        },
      ],
      usage: { prompt_tokens: 49, completion_tokens: 14, total_tokens: 63 },
    },
  },
  pace: 'quick',
  async respond({ metadata }, { facts: details }, { requestId, endedAt: finishedAt }) {
    const { text, wordsRead: read, wordsWritten: written } = z.parse(Details, details);
    const json: z.output<typeof Completion> = {
      id: requestId,
      object: 'chat.completion',
      created: Math.floor(finishedAt / 1000),
      model: 'flowdeck/digest',
      choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
      usage: { prompt_tokens: read, completion_tokens: written, total_tokens: read + written },
      ...(metadata ? { metadata } : {}),
    };
    return { json };
  },
});
