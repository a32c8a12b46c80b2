import { LosslessNumber, type JsonValue } from '@contract/json/lossless';

const SECRET_NAME = /^(?:.*api_?-?key|.*secret.*|.*password.*|authorization|.*access_?token|bearer|credentials?)$/i;
const SIGNED = /(?:signature|sig|token|credential|(?<![a-z-])x-(?:amz|goog)-[a-z-]+)=/i;

/** Redacts JSON for other programs or people: credentials are removed, signed URLs lose their signature. */
export function redactJson(value: JsonValue, name = ''): JsonValue {
  if (typeof value === 'string') {
    if (SECRET_NAME.test(name)) return '(left out)';
    return /^https?:\/\//i.test(value) && SIGNED.test(value) ? `${value.split('?')[0]}?(signature left out)` : value;
  }
  if (Array.isArray(value)) return value.map((item) => redactJson(item, name));
  if (value === null || typeof value !== 'object' || value instanceof LosslessNumber) return value;
  return Object.fromEntries(Object.entries(value).map(([property, item]) => [property, redactJson(item, property)]));
}
