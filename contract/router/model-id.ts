/** Model ids and paths: Model Router 2, "Model ID and segments". */

export const MAX_PROVIDER_LENGTH = 64;
export const MAX_MODEL_LENGTH = 128;
export const MAX_MODEL_ID_LENGTH = 193;

const SLUG = /^[a-z0-9]+(?:[._-][a-z0-9]+)*$/;

export interface ModelIdParts {
  provider: string;
  model: string;
}

export function isProviderSegment(text: string): boolean {
  return text.length <= MAX_PROVIDER_LENGTH && SLUG.test(text);
}

export function isModelSegment(text: string): boolean {
  return text.length <= MAX_MODEL_LENGTH && SLUG.test(text);
}

export function modelIdOf({ provider, model }: ModelIdParts): string {
  return `${provider}/${model}`;
}

/** Parses a model id; `null` if the text is not one. */
export function readModelId(id: string): ModelIdParts | null {
  const [provider = '', model = '', ...more] = id.split('/');
  return more.length === 0 && isProviderSegment(provider) && isModelSegment(model) ? { provider, model } : null;
}

/** Returns the path of a model. The id is inserted unchanged, with its slash unescaped. */
export function modelPath(id: string): string {
  return `/v2/models/${id}`;
}

export function modelSchemaPath(id: string): string {
  return `${modelPath(id)}/openapi.json`;
}

export function modelRequestsPath(id: string): string {
  return `${modelPath(id)}/requests`;
}
