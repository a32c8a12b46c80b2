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

/** Marks the models that cannot run, since our gateway lacks the key of their provider. */
export function withMissingKeys(
  details: ReadonlyMap<string, SchemaDetails>,
  own: ReadonlyMap<string, ModelMetadata>,
): ReadonlyMap<string, SchemaDetails> {
  const without = [...own.values()].filter(({ missingKeyOf }) => missingKeyOf !== null);
  if (without.length === 0) return details;
  const marked = new Map(details);
  for (const { id } of without) {
    const known = details.get(id) ?? { summary: '', outputModalities: [] };
    marked.set(id, { ...known, needsKey: true });
  }
  return marked;
}
