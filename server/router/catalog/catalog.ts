import { isModelSegment, isProviderSegment, modelIdOf } from '@contract/router/model-id';
import type { ModelEntry } from '@contract/router/schemas';
import type { ModelSource, RouterModel } from '../model-source';

/** One state of the catalog. A cursor is valid for one build; a change of the models starts a new one (Model Router 2, cursor). */
export interface CatalogBuild {
  /** Name that is equal for equal models in every process. */
  name: string;
  /** Models by id, in list order. */
  models: ReadonlyMap<string, RouterModel>;
  ids: readonly string[];
}

/** Error for a model with an invalid id. It is rejected at start and never served. */
export class BadModelId extends Error {
  constructor(id: string) {
    super(
      `${id} is not a model ID: provider and model must be lowercase words with single dots, hyphens or underscores between ` +
        'them, of at most 64 and 128 characters',
    );
    this.name = 'BadModelId';
  }
}

/** Merges the models of all sources into one list. */
export class Catalog {
  readonly #sources: readonly ModelSource[];
  readonly #nameOf: (text: string) => string;
  #lists: readonly (readonly RouterModel[])[] = [];
  #build: CatalogBuild = { name: '', models: new Map(), ids: [] };

  /** @param nameOf returns a short name of a text, such as its digest */
  constructor(sources: readonly ModelSource[], nameOf: (text: string) => string) {
    this.#sources = sources;
    this.#nameOf = nameOf;
  }

  /** @throws BadModelId */
  current(): CatalogBuild {
    const lists = this.#sources.map((source) => source.models());
    const isSame = this.#build.name !== '' && lists.every((list, index) => list === this.#lists[index]);
    if (!isSame) {
      this.#build = this.#make(lists.flat());
      this.#lists = lists;
    }
    return this.#build;
  }

  #make(all: readonly RouterModel[]): CatalogBuild {
    const found = new Map<string, RouterModel>();
    for (const model of all) {
      const id = modelIdOf(model);
      if (!isProviderSegment(model.provider) || !isModelSegment(model.model)) throw new BadModelId(id);
      if (!found.has(id)) found.set(id, model);
    }
    const ids = [...found.keys()].sort();
    const details = ids.map((id) => `${id} ${found.get(id)?.chargesOnPolicyRejection}`);
    return { name: this.#nameOf(details.join('\n')), models: found, ids };
  }
}

export function entryOf({ provider, model, chargesOnPolicyRejection }: RouterModel): ModelEntry {
  return {
    id: modelIdOf({ provider, model }),
    provider,
    model,
    billing: { charges_on_policy_rejection: chargesOnPolicyRejection },
  };
}
