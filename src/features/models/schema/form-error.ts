import type { JsonValue } from '@contract/json/lossless';
import type { FieldPath } from './field';

/** Human-readable error at a path. If the server and the browser report the same path, the server takes precedence. */
export interface FormError {
  readonly path: FieldPath;
  readonly message: string;
  readonly source: 'schema' | 'server';
  /** Keyword of the schema, or the service's own `type`. */
  readonly rule: string;
  /** Bound that was violated, as the service reported it. */
  readonly context: Readonly<Record<string, JsonValue>> | null;
  /** Rejected value; `undefined` if the service did not return it (`null` is a value). */
  readonly input: JsonValue | undefined;
}
