import { MAX_CHANGED_ANNOTATIONS, type AnnotatedJob, type AnnotatedJobs } from '@contract/console/job-annotations';

/** Keeps the annotations of this browser and of a gateway equal (decision 113). Pure, over two ports. */

export interface AnnotationSyncStorage {
  /** What was read of the gateway; `null` before the first sync. */
  position(): Promise<{ store: string; version: number } | null>;
  /** Changes that the gateway has not confirmed. */
  unsent(limit: number): Promise<AnnotatedJob[]>;
  /** Starts from the beginning with these records of the gateway: everything is sent, and everything is read. */
  restart(store: string): Promise<void>;
  /**
   * Applies the state of the gateway, except where there are unsent changes, all or nothing. Resolves with whether an annotation
   * changed.
   * @param page `sent`: changes that it contains; `version`: what has been read with it
   */
  apply(page: { jobs: readonly AnnotatedJob[]; sent?: readonly AnnotatedJob[]; version?: number }): Promise<boolean>;
}

export interface AnnotationSyncRemote {
  list(since: number): Promise<AnnotatedJobs>;
  change(jobs: readonly AnnotatedJob[]): Promise<AnnotatedJobs>;
}

/**
 * Reads what changed on the gateway, then sends what changed here. May be interrupted anywhere, and repeated. Resolves with whether
 * an annotation of this browser changed. @throws what the ports throw
 */
export async function syncAnnotations(storage: AnnotationSyncStorage, remote: AnnotationSyncRemote): Promise<boolean> {
  const position = await storage.position();
  let page = await remote.list(position?.version ?? 0);
  // Other records, or an older copy of them.
  if (page.store !== position?.store || page.version < position.version) {
    await storage.restart(page.store);
    page = await remote.list(0);
  }
  let hasChanged = await storage.apply(page);
  while (page.more) {
    page = await remote.list(page.version);
    hasChanged = (await storage.apply(page)) || hasChanged;
  }
  for (;;) {
    const sent = await storage.unsent(MAX_CHANGED_ANNOTATIONS);
    if (sent.length === 0) return hasChanged;
    const { jobs } = await remote.change(sent);
    hasChanged = (await storage.apply({ jobs, sent })) || hasChanged;
  }
}
