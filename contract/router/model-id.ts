/** How models are named and addressed: Model Router 2, "Model ID and segments". */

export const MAX_PROVIDER_LENGTH = 64;
export const MAX_MODEL_LENGTH = 128;
export const MAX_MODEL_ID_LENGTH = 193;

const SLUG = /^[a-z0-9]+(?:[._-][a-z0-9]+)*$/;

export interface ModelAddress {
  provider: string;
  model: string;
}

export function isProviderSegment(text: string): boolean {
  return text.length <= MAX_PROVIDER_LENGTH && SLUG.test(text);
}

export function isModelSegment(text: string): boolean {
  return text.length <= MAX_MODEL_LENGTH && SLUG.test(text);
}

export function modelIdOf({ provider, model }: ModelAddress): string {
  return `${provider}/${model}`;
}

/** Null for what is no model id. */
export function readModelId(id: string): ModelAddress | null {
  const [provider = '', model = '', ...more] = id.split('/');
  return more.length === 0 && isProviderSegment(provider) && isModelSegment(model) ? { provider, model } : null;
}

/** The id stands in the path as it is, its slash unescaped. */
export function modelPath(id: string): string {
  return `/v2/models/${id}`;
}

export function modelSchemaPath(id: string): string {
  return `${modelPath(id)}/openapi.json`;
}

/** Where calls of the model are put into the queue. */
export function modelRequestsPath(id: string): string {
  return `${modelPath(id)}/requests`;
}
