import { readSchemaMetadata } from '@contract/router/schema-document';
import { firstSentence, NO_DETAILS, type ModelAbout } from '../../catalog/model-about';
import type { ModelConfig } from './config-schema';
import { fieldsOf } from '@contract/typed-objects';

type Fields = Readonly<Record<string, unknown>>;

/** Merges model details; the configuration overrides the document. @param document text; `null` if there is none yet */
export function aboutModel(config: ModelConfig, document: string | null): ModelAbout {
  const said = document === null ? NO_DETAILS : aboutDocument(document);
  return {
    title: config.title ?? said.title,
    summary: config.description === undefined ? said.summary : firstSentence(config.description),
    inputModalities: config.takes ?? said.inputModalities,
    outputModalities: config.makes ?? said.outputModalities,
  };
}

/** Reads the details from the document of a single model (`model-document.ts`). */
export function aboutDocument(text: string): ModelAbout {
  const document = fieldsOf(JSON.parse(text));
  const { inputModalities, outputModalities } = readSchemaMetadata(document);
  const [path] = Object.values(fieldsOf(document['paths']));
  const item = fieldsOf(path);
  const operation = fieldsOf(item['post'] ?? item['put'] ?? item['patch']);
  const schema = fieldsOf(
    fieldsOf(fieldsOf(fieldsOf(operation['requestBody'])['content'])['application/json'])['schema'],
  );
  const title = [operation['summary'], schema['title']].find(isText) ?? null;
  const description = [operation['description'], schema['description']].find(isText) ?? '';
  return {
    title,
    summary: firstSentence(description),
    inputModalities,
    outputModalities: outputModalities.length > 0 ? outputModalities : kindsOfResponse(operation),
  };
}

/** Returns the media kinds of a response, such as `image` for `image/png`. JSON may contain anything. */
function kindsOfResponse(operation: Fields): string[] {
  const success = Object.entries(fieldsOf(operation['responses'])).find(([status]) => status.startsWith('2'))?.[1];
  const types = Object.keys(fieldsOf(fieldsOf(success)['content']));
  const kinds = types.flatMap((type) => KINDS[type.split('/')[0] ?? ''] ?? []);
  return [...new Set(kinds)];
}

const KINDS: Readonly<Record<string, string>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  text: 'text',
  model: '3d',
};

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
