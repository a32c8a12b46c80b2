import { z } from 'zod/mini';
import { ownKeys } from '@contract/typed-objects';
import type { StoreNames, StoreValue } from 'idb';
import type { FlowdeckSchema } from './database';

/**
 * What the code that uses a stored record relies on. A record may be of an older version, or incomplete by a fault: one of them must
 * not break the page that lists it. Other members pass unread, since a newer Flowdeck may have added them.
 */

const text = z.string();
const texts = z.array(text);
const number = z.number();
const someObject = z.looseObject({});
const state = z.looseObject({ name: text });

/**
 * By store, those of which one record may be read with others. Members of a key are not listed: no record is stored without
 * them. Few others are: the first screens load this.
 */
const RECORD_SCHEMAS = {
  drafts: z.looseObject({ title: text, text, classes: texts, media: someObject }),
  outbox: z.looseObject({ key: text, title: text, state }),
  // Its time may be no date, if the surface sent none.
  history: z.looseObject({ title: text, job: z.nullable(someObject) }),
  marks: z.looseObject({ tags: texts }),
  runs: z.looseObject({ key: text, bodyBytes: number, state }),
  batches: z.looseObject({
    surfaceIds: texts,
    title: text,
    axes: z.array(z.looseObject({ label: text, count: number })),
    count: number,
    next: number,
    retries: z.array(someObject),
    inFlight: z.array(someObject),
    tally: someObject,
    state,
  }),
  batchCells: z.looseObject({ attempt: number, outcome: text }),
  templates: z.looseObject({
    template: z.looseObject({
      title: text,
      description: text,
      groups: z.array(z.looseObject({ title: text, inputs: z.array(someObject) })),
    }),
    workflowText: text,
    seedModes: someObject,
    structure: text,
    updatedAt: number,
  }),
} satisfies Partial<Record<StoreNames<FlowdeckSchema>, z.ZodMiniType>>;

export type RecordStore = keyof typeof RECORD_SCHEMAS;

export const RECORD_STORES = ownKeys(RECORD_SCHEMAS);

/** Returns false for a record that the pages could not show. */
export function isReadable<Store extends RecordStore>(
  store: Store,
  record: unknown,
): record is StoreValue<FlowdeckSchema, Store> {
  return RECORD_SCHEMAS[store].safeParse(record).success;
}

/** Returns the records that can be read. The others stay stored: Settings counts them, and saves them to a file. */
export function readableOf<Value>(store: RecordStore, records: readonly Value[]): Value[] {
  return records.filter((record) => isReadable(store, record));
}

/** Returns `null` for a record that is absent or cannot be read. */
export function readableOrNull<Value>(store: RecordStore, record: Value | undefined): Value | null {
  return record !== undefined && isReadable(store, record) ? record : null;
}
