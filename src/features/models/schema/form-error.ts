import type { JsonValue } from '@contract/json/lossless';
import type { FieldPath } from './field';

/** What is wrong at a place, for people. Where two speak of the same place, the server comes first. */
export interface FormFault {
  readonly path: FieldPath;
  readonly message: string;
  readonly source: 'schema' | 'server';
  /** The keyword of the schema, or the service's own `type`. */
  readonly rule: string;
  /** The bound that was violated, as the service put it. */
  readonly context: Readonly<Record<string, JsonValue>> | null;
  /** The rejected value, undefined where the service did not echo it (null is a value). */
  readonly input: JsonValue | undefined;
}
