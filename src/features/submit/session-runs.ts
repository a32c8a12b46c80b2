import { readNodeErrors } from '@contract/jobs/node-errors';
import { numberFromText, type JsonValue } from '@contract/json/lossless';
import { statusAnnouncement } from '@/api/outbox/entry-messages';
import { graphFingerprint } from '@/api/outbox/graph-fingerprint';
import { dismissEntry, submitWorkflows } from '@/api/outbox/outbox';
import type { OutboxEntry } from '@/api/outbox/outbox-entry';
import { isSettled } from '@/api/outbox/outbox-state';
import { entriesOfDraft, isInProgress, noticedEntryOf, useOutboxView } from '@/api/outbox/outbox-store';
import { formatCount } from '@/lib/format';
import { announce } from '@/shared/announce';
import { showToast } from '@/shared/toasts';
import { lostFiles, withRejection } from './editor-state';
import { fieldText, sameValue } from './form-model';
import { planRuns, type RunPlan, type ValueList } from './plan-runs';
import { partnerClassesOf } from './use-partner-classes';
import { nextSeed } from './seed-control';
import type { SessionHost, SessionState } from './session-state';

/** The page that shows a session. */
export interface SessionView {
  /** @param isSingle the click started this one job only */
  onSubmitted: (jobId: string, isSingle: boolean) => void;
  /** The surface refused: the first field or node that it named, where it named any. */
  onRefused: (place: { field: string } | { node: string } | null) => void;
}

/** The acts of submitting of one workflow, and their outcomes. */
export class SessionRuns {
  view: SessionView | null = null;
  private readonly host: SessionHost;
  private readonly handled = new Set<string>();
  private saidState: string | null = null;
  private isSubmitting = false;
  /** Where the seeds move to once the first run of the last click is a job. */
  private seedsAfter: RunPlan['seedsAfter'] | null = null;
  private stopWatching: (() => void) | null = null;

  constructor(host: SessionHost) {
    this.host = host;
  }

  /** A second press while the first one is on its way is no second act of submitting. */
  get isUnderWay(): boolean {
    return this.isSubmitting || this.entries().some(isInProgress);
  }

  /** @param count runs of each value of `list`, or of the workflow as it stands */
  async submit(count: number, list: ValueList | null): Promise<void> {
    const { draft } = this.state;
    const plan = planRuns(this.state, count, list);
    this.isSubmitting = true;
    this.host.store.setState({ isRunQueued: false, isAttempted: false });
    try {
      await this.putAwayEarlierEntries();
      const requests = await Promise.all(
        plan.texts.map(async (text) => ({
          workflowText: text,
          graphFingerprint: await graphFingerprint(text),
          title: draft.title,
          draftId: draft.id,
          needsPartnerKey: partnerClassesOf(this.state).length > 0,
          sourceJobId: draft.sourceJobId,
        })),
      );
      this.seedsAfter = plan.seedsAfter;
      await submitWorkflows(this.host.surface, draft.id, requests);
    } catch {
      showToast({
        tone: 'bad',
        isOfPage: true,
        title: 'Nothing was submitted',
        description: 'Could not save the run in this browser before sending it. Is its disk full?',
      });
    } finally {
      this.isSubmitting = false;
    }
  }

  watch(): void {
    this.stopWatching ??= useOutboxView.subscribe(() => this.follow());
    // A run that ended before the page was opened is in the strip: nobody is led away from a draft just opened.
    for (const { id, state } of this.entries()) if (state.name === 'submitted') this.handled.add(id);
    this.follow();
  }

  close(): void {
    this.stopWatching?.();
    this.stopWatching = null;
  }

  private get state(): SessionState {
    return this.host.store.getState();
  }

  private entries(): OutboxEntry[] {
    return entriesOfDraft(useOutboxView.getState().entries, this.state.draft.id);
  }

  /** A new act of submitting: how the ones before ended has been seen. */
  private async putAwayEarlierEntries(): Promise<void> {
    for (const entry of this.entries()) if (!isInProgress(entry)) await dismissEntry(entry.id);
  }

  private follow(): void {
    this.speak();
    for (const entry of this.entries()) {
      if (!isSettled(entry.state) || this.handled.has(entry.id)) continue;
      this.handled.add(entry.id);
      if (entry.state.name === 'submitted') this.afterSubmission(entry, entry.state.jobId);
      if (entry.state.name === 'refused') {
        const { details } = entry.state.refusal;
        const errors = { ...lostFiles(this.state, details), ...readNodeErrors(details) };
        this.host.store.setState(withRejection(this.state, errors));
        this.view?.onRefused(this.firstRefused());
      }
    }
  }

  private speak(): void {
    const entry = noticedEntryOf(useOutboxView.getState().entries, this.state.draft.id);
    if (!entry || entry.state.name === this.saidState) return;
    this.saidState = entry.state.name;
    const spoken = statusAnnouncement(entry);
    if (spoken) announce(spoken);
  }

  private afterSubmission(entry: OutboxEntry, jobId: string): void {
    const { batch } = entry;
    this.moveSeeds();
    this.saidState = null;
    const isLast = batch === undefined || batch.index === batch.count - 1;
    if (isLast) announce(`${formatCount(batch?.count ?? 1, 'job')} submitted`);
    if (!this.view) return;
    void dismissEntry(entry.id);
    this.view.onSubmitted(jobId, batch === undefined);
  }

  private firstRefused(): { field: string } | { node: string } | null {
    const { form, refusedFields, nodeProblems } = this.state;
    const field = [...form.fields.keys()].find((key) => key in refusedFields);
    if (field !== undefined) return { field };
    const node = form.outline.find(({ nodeId }) => nodeProblems[nodeId])?.nodeId;
    return node === undefined ? null : { node };
  }

  /** "Control after generate": what the next click will take. Once per click, unless the user typed another seed meanwhile. */
  private moveSeeds(): void {
    const planned = this.seedsAfter;
    this.seedsAfter = new Map();
    for (const [key, { before, after }] of planned ?? this.nextSeeds()) {
      const value = this.state.values[key];
      if (value !== undefined && sameValue(value, before)) this.host.setValue(key, after);
    }
  }

  /** After a reload in the middle of a submission the plan is lost. */
  private nextSeeds(): RunPlan['seedsAfter'] {
    const seeds = new Map<string, { before: JsonValue; after: JsonValue }>();
    for (const [key, mode] of Object.entries(this.state.seedModes)) {
      const field = this.state.form.fields.get(key);
      const before = this.state.values[key];
      if (!field || before === undefined || mode === 'keep') continue;
      const after = numberFromText(nextSeed(fieldText(before), mode, field.spec ?? {}));
      seeds.set(key, { before, after });
    }
    return seeds;
  }
}
