import { describeModel } from '@contract/router/model-description';
import type { ModelMetadata } from '@/api/models/model-metadata';
import type { SchemaDetails } from '@/api/models/schema-query';

/** What our own gateway says of its models, which wins over what was read out of their documents. */
export function withOwnFacts(
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
