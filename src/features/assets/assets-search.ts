import type { AssetKind } from '@contract/console/asset-kinds';
import type { Rating } from '@/domains/annotations/job-annotation';
import type { AssetFilter } from '@/domains/assets/asset-list';
import { spanOf, type DateRange } from '@/shared/page/date-range';
import type { TimeZone } from '@/lib/time-zone';

export const ASSETS_TABS = ['uploads', 'outputs', 'starred'] as const;
export type AssetsTab = (typeof ASSETS_TABS)[number];

/** Search params of the gallery; absent ones have their default. Validated by the route. */
export interface AssetsSearch extends DateRange {
  /** Absent shows all. */
  kind?: AssetsTab | undefined;
  type?: AssetKind | undefined;
  /** Part of the name, the beginning of the hash or of the job's id, or words of the job; and generation inputs such as `seed:42`. */
  q?: string | undefined;
  /** Outputs of jobs whose workflow has this title. */
  title?: string | undefined;
  /** Id of a job: outputs of jobs with its prompt. */
  like?: string | undefined;
  /** Id of a job: outputs of jobs with its workflow. */
  workflow?: string | undefined;
  /** Minimum rating. */
  rated?: Rating | undefined;
  /** Id of the opened file. */
  asset?: string | undefined;
  /** Whether it is shown in the viewer. */
  large?: true | undefined;
}

/** @param today any instant of the current day */
export function assetFilterOf(search: AssetsSearch, today: number, zone: TimeZone): AssetFilter {
  const { kind, type, q = '', title, like, workflow } = search;
  const { from, before } = spanOf(search, today, zone);
  return {
    origin: kind === 'starred' ? undefined : kind,
    kind: type,
    from: from ?? undefined,
    before: before ?? undefined,
    text: q.trim(),
    title,
    promptOf: like,
    workflowOf: workflow,
  };
}

/** Whether other files are hidden, besides those of other tabs. */
export function isNarrowed({ type, period, from, to, q, title, like, workflow, rated }: AssetsSearch): boolean {
  return [type, period, from, to, q || undefined, title, like, workflow, rated].some((value) => value !== undefined);
}
