import { describeModel } from '@contract/router/model-description';
import type { ModelMetadata } from '@contract/console/schemas';
import type { SchemaDetails } from '@/features/models/schema/schema-query';

/** Merges the model metadata of our own gateway into the schema details; the gateway's values take precedence. */
export function withOwnMetadata(
  read: ReadonlyMap<string, SchemaDetails>,
  own: ReadonlyMap<string, ModelMetadata>,
): ReadonlyMap<string, SchemaDetails> {
  if (own.size === 0) return read;
  const merged = new Map(read);
  for (const [id, { title, summary, outputModalities }] of own) {
    const known = read.get(id);
    const said = describeModel(id, { title, summary });
    if (said === '' && outputModalities.length === 0) continue;
    merged.set(id, {
      summary: said || (known?.summary ?? ''),
      outputModalities: outputModalities.length > 0 ? outputModalities : (known?.outputModalities ?? []),
    });
  }
  return merged;
}
