import type { ListedJob, Output } from '@contract/jobs/schemas';
import { toFetchedJob, type FetchedJob } from '@/api/live/merge-job';
import { LABEL_TITLE } from '@/domains/job-record/job-labels';
import { THUMB_ROW } from '@/domains/jobs/thumbnail-url';
import { formatAge, formatDuration } from '@/lib/format';

/**
 * Jobs of the prerendered list, one for each look. The build knows no jobs; at run time, the gateway replaces words and samples by
 * its newest ones (`server/platform/http/first-jobs.ts`).
 */
interface FirstJob {
  look: string;
  fetched: FetchedJob;
}

/** Rows cut a title before its last 8 characters. */
export const ANY_TITLE = '__START____LAST__';
export const ANY_BATCH_TITLE = '__TITLE__';
/** Rows show the first 8 characters of an id. */
export const ANY_ID = '__HEAD____REST__';

/** Samples, since a word is neither a time nor a URL. */
const CREATED_AT = '2001-02-03T04:05:06.000Z';
const RUN_MS = 123_456 * 86_400_000;
const IMAGE_URL = 'https://flowdeck.example/__IMAGE__';

type Kind = 'none' | 'image' | 'video' | 'audio' | 'text' | '3d' | 'other';

/** Media types by how an output is shown; none for a job without outputs. */
const TYPES: Readonly<Record<Exclude<Kind, 'none'>, string>> = {
  image: 'image/png',
  video: 'video/mp4',
  audio: 'audio/wav',
  text: 'text/plain',
  '3d': 'model/gltf-binary',
  other: 'application/zip',
};
const KINDS: readonly Kind[] = ['none', 'image', 'video', 'audio', 'text', '3d', 'other'];

/** States that look different, and the outputs that most jobs in them have; any other job is shown as one without outputs. */
const STATES: Readonly<Record<string, readonly Kind[]>> = {
  queued: ['none'],
  running: ['none', 'image'],
  canceling: ['none'],
  succeeded: KINDS,
  failed: ['none', 'image'],
  canceled: ['none', 'image'],
  unstarted: ['none'],
  expired: ['none'],
};

/** A function, so that the page of the app contains none of them. */
export function firstJobs(): readonly FirstJob[] {
  return Object.entries(STATES).flatMap(([state, kinds]) =>
    kinds.flatMap((kind) =>
      [true, false].map((isNamed) => ({
        look: `${state}/${kind}/${isNamed ? 'named' : 'unnamed'}`,
        fetched: toFetchedJob(sampleOf(state, kind, isNamed), 0),
      })),
    ),
  );
}

function sampleOf(state: string, kind: Kind, isNamed: boolean): ListedJob {
  const hasEnded = state === 'succeeded' || state === 'failed' || state === 'canceled';
  return {
    id: ANY_ID,
    status: state === 'unstarted' ? 'canceled' : state,
    created_at: CREATED_AT,
    started_at: hasEnded || state === 'running' ? CREATED_AT : null,
    completed_at: hasEnded ? new Date(Date.parse(CREATED_AT) + RUN_MS).toISOString() : null,
    outputs: kind === 'none' ? [] : [outputOf(TYPES[kind])],
    error: state === 'failed' ? { code: '', message: '__NOTE__' } : null,
    metadata: isNamed ? { [LABEL_TITLE]: ANY_TITLE } : {},
  };
}

function outputOf(contentType: string): Output {
  return {
    id: 'sample',
    node_id: '',
    name: ANY_TITLE,
    type: 'file',
    content_type: contentType,
    size_bytes: 0,
    hash: null,
    url: IMAGE_URL,
    url_expires_at: '',
  };
}

/** Puts words in place of the samples. */
export function withWords(markup: string): string {
  const age = Date.now() - Date.parse(CREATED_AT);
  const samples = {
    [`${IMAGE_URL}?thumb=${THUMB_ROW}`]: '__IMAGE__',
    [`"${CREATED_AT}"`]: '"__CREATED__"',
    [`>${formatAge(Date.parse(CREATED_AT), Date.now())}<`]: '>__AGE__<',
    [`>${formatDuration(RUN_MS)}<`]: '>__RUN__<',
    [`>${formatDuration(age)}<`]: '>__RUN__<',
  };
  return Object.entries(samples).reduce((text, [sample, word]) => text.replaceAll(sample, word), markup);
}
