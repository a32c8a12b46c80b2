import { fc } from '@contract/testing/properties';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RecordState } from '@contract/console/curated-records';
import { mergeRecords } from '@contract/console/merge-records';
import { LOCAL_SURFACE } from '@/api/surface';
import { makeJob } from '@/testing/job-fixtures';
import { mountGateway, unmountGateway } from '@/testing/gateway';
import { annotationOf } from './annotation-fields';
import { ANNOTATION_KIND } from './annotation-kind';
import { readAnnotations } from './annotation-records';
import { isBlank, type AnnotationChange, type JobAnnotation } from './job-annotation';
import { writeAnnotations } from './write-annotations';
import { openDatabase } from '../database';
import { forgetJobs } from '../history/forget-jobs';
import { clearDeviceData } from '../history/device-data';
import { remoteOf } from '../curated/keep-in-sync';
import { syncRecords, type RecordSyncRemote } from '../curated/record-sync';
import { recordSyncStorage } from '../curated/record-sync-storage';
import { interruptedSync } from '../curated/testing/interrupted-sync';

const gateway = remoteOf(LOCAL_SURFACE);
const storageOf = (browser: Browser) => recordSyncStorage(browser, [ANNOTATION_KIND]);

/** Two browsers with the same gateway: their records are separate, as those of two surfaces are. */
const BROWSERS = ['desk', 'phone'] as const;
type Browser = (typeof BROWSERS)[number];

const annotate = (browser: Browser, job: string, change: AnnotationChange) =>
  writeAnnotations(browser, [makeJob({ id: job })], change);
const sync = (browser: Browser) => syncRecords(storageOf(browser), gateway);
const annotationsOn = async (browser: Browser): Promise<Partial<JobAnnotation>[]> =>
  (await readAnnotations())
    .filter(({ surfaceId }) => surfaceId === browser)
    .map(({ surfaceId: _surfaceId, ...annotation }) => annotation);

beforeEach(async () => {
  await mountGateway();
  await clearDeviceData('history');
});
afterEach(async () => {
  await clearDeviceData('history');
  await unmountGateway();
});

describe('annotations', () => {
  it('of one browser appear in another one', async () => {
    await annotate('desk', 'a', { star: true, addTags: ['coral'] });
    await sync('desk');
    expect([...(await sync('phone')).changed]).toEqual(['annotation']);
    expect(await annotationsOn('phone')).toEqual([{ jobId: 'a', isStarred: true, tags: ['coral'] }]);
    await annotate('phone', 'a', { star: false, rating: 4 });
    await sync('phone');
    await sync('desk');
    expect(await annotationsOn('desk')).toEqual([{ jobId: 'a', isStarred: false, tags: ['coral'], rating: 4 }]);
    expect([...(await sync('desk')).changed]).toEqual([]);
  });

  it('of both browsers from before are united', async () => {
    await annotate('desk', 'a', { star: true, addTags: ['coral'], rating: 2 });
    await annotate('phone', 'a', { addTags: ['night'], rating: 5 });
    for (const browser of ['desk', 'phone', 'desk'] as const) await sync(browser);
    const both = [{ jobId: 'a', isStarred: true, tags: ['coral', 'night'], rating: 5 }];
    expect([await annotationsOn('desk'), await annotationsOn('phone')]).toEqual([both, both]);
  });

  it('stay as the other browser left them while this one was offline', async () => {
    await annotate('desk', 'a', { star: true });
    await sync('desk');
    await sync('phone');
    await annotate('desk', 'a', { rating: 3 });
    await annotate('phone', 'a', { star: false });
    for (const browser of ['desk', 'phone', 'desk'] as const) await sync(browser);
    const both = [{ jobId: 'a', isStarred: false, tags: [], rating: 3 }];
    expect([await annotationsOn('desk'), await annotationsOn('phone')]).toEqual([both, both]);
  });

  it('that were not sent yet stay as they are', async () => {
    await annotate('desk', 'a', { star: true });
    for (const browser of BROWSERS) await sync(browser);
    await annotate('phone', 'a', { rating: 5 });
    await sync('phone');
    await annotate('desk', 'a', { star: false });
    const offline: RecordSyncRemote = { ...gateway, change: () => Promise.reject(new Error('offline')) };
    await expect(syncRecords(storageOf('desk'), offline)).rejects.toThrow('offline');
    expect(await annotationsOn('desk')).toEqual([{ jobId: 'a', isStarred: false, tags: [], rating: 5 }]);
  });

  it('of a deleted job are gone everywhere, and come back with it', async () => {
    await annotate('desk', 'a', { star: true });
    for (const browser of BROWSERS) await sync(browser);
    const restore = await forgetJobs('desk', ['a']);
    for (const browser of BROWSERS) await sync(browser);
    expect(await annotationsOn('phone')).toEqual([]);
    await restore();
    for (const browser of BROWSERS) await sync(browser);
    expect(await annotationsOn('phone')).toEqual([{ jobId: 'a', isStarred: true, tags: [] }]);
  });

  it('return after the data of this browser was deleted', async () => {
    await annotate('desk', 'a', { star: true });
    await sync('desk');
    await clearDeviceData('history');
    expect(await annotationsOn('desk')).toEqual([]);
    await sync('desk');
    expect(await annotationsOn('desk')).toEqual([{ jobId: 'a', isStarred: true, tags: [] }]);
  });

  it('are sent again to a gateway with another data folder', async () => {
    await annotate('desk', 'a', { star: true });
    await sync('desk');
    await mountGateway();
    await sync('desk');
    await sync('phone');
    expect(await annotationsOn('phone')).toEqual([{ jobId: 'a', isStarred: true, tags: [] }]);
  });

  it('are sent again to a gateway that was restored from an older copy', async () => {
    await annotate('desk', 'a', { star: true });
    await sync('desk');
    await annotate('desk', 'b', { star: true });
    await sync('desk');
    const sent: string[] = [];
    const older: RecordSyncRemote = {
      list: async (since) => ({ ...(await gateway.list(since)), version: 1, records: [] }),
      async change(_since, records) {
        sent.push(...records.map(({ id }) => id));
        return { ...(await gateway.change(2, records)), version: 2 };
      },
    };
    await syncRecords(storageOf('desk'), older);
    expect(sent.toSorted()).toEqual(['a', 'b']);
  });

  it('of two browsers become equal, whatever was interrupted, and no change is lost', async () => {
    const change: fc.Arbitrary<AnnotationChange> = fc.oneof(
      fc.boolean().map((star) => ({ star })),
      fc.constantFrom(0 as const, 1 as const, 5 as const).map((rating) => ({ rating })),
      fc.constantFrom('coral', 'night').map((tag) => ({ addTags: [tag] })),
      fc.constantFrom('coral', 'night').map((tag) => ({ removeTags: [tag] })),
    );
    const browser = fc.constantFrom(...BROWSERS);
    const step = fc.oneof(
      fc.record({ browser, job: fc.constantFrom('a', 'b'), change }),
      fc.record({ browser, failsAt: fc.integer({ min: 0, max: 8 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        await mountGateway();
        await clearDeviceData('history');
        for (const each of BROWSERS) await sync(each);
        const made = new Map<string, RecordState>();
        for (const taken of steps) {
          if ('failsAt' in taken) await interruptedSync(storageOf(taken.browser), gateway, taken.failsAt);
          else {
            await annotate(taken.browser, taken.job, taken.change);
            const unsent = await (await openDatabase()).get('curatedChanges', [taken.browser, 'annotation', taken.job]);
            const before = made.get(taken.job) ?? { fields: {} };
            made.set(taken.job, unsent ? mergeRecords(before, unsent.change) : before);
          }
        }
        for (const each of [...BROWSERS, ...BROWSERS]) await sync(each);
        const expected = [...made]
          .map(([job, { fields }]) => annotationOf('', job, valuesOf(fields)))
          .filter((each) => !isBlank(each));
        const wanted = expected.map(({ surfaceId: _surfaceId, ...rest }) => rest);
        const byJob = (left: { jobId?: string }, right: { jobId?: string }) =>
          (left.jobId ?? '').localeCompare(right.jobId ?? '');
        for (const each of BROWSERS)
          expect((await annotationsOn(each)).toSorted(byJob)).toEqual(wanted.toSorted(byJob));
      }),
      { numRuns: 40 },
    );
  });
});

const valuesOf = (fields: RecordState['fields']) =>
  Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]));
