import { statusAnnouncement } from '@/domains/outbox/entry-messages';
import { graphFingerprint } from '@/domains/outbox/graph-fingerprint';
import { dismissEntry, submitWorkflows } from '@/domains/outbox/outbox';
import type { OutboxEntry } from '@/domains/outbox/outbox-entry';
import { isSettled } from '@/domains/outbox/outbox-state';
import { entriesOfDraft, isInProgress, findShownEntry, useOutboxView } from '@/domains/outbox/outbox-store';
import { readSubmitRejection } from '@/domains/outbox/submit-rejection';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { announce } from '@/shared/feedback/announce';
import { runAction } from '@/shared/feedback/action';
import { withRejection } from '../editor-state';
import { lostFileErrors } from '../lost-files';
import { noteModelFiles } from '../recent-model-files';
import { firstRejected, type WorkflowProblem } from '../workflow-problems';
import { sameValue } from '../form-model';
import { seedTimingSetting } from '../seed-control';
import { planRuns, seedsAfterSent, type RunPlan, type ValueList } from './plan-runs';
import { partnerClassesOf } from './partner-classes';
import { listsToDraw, sentText } from './sent-text';
import type { DraftEditor } from '../draft-editor';
import type { SessionState } from '../session-state';

/** The page that shows a session. */
export interface SessionView {
  /** @param how `single`: the click started this one job only; `several`: it started more; `live`: live mode started it */
  onSubmitted: (jobId: string, how: 'single' | 'several' | 'live') => void;
  /** Called when the surface rejects the workflow, with the first problem that it names. */
  onRejected: (problem: WorkflowProblem) => void;
}

/** Submissions of one workflow, and their outcomes. */
export class SessionRuns {
  view: SessionView | null = null;
  private readonly surface: Surface;
  private readonly editor: DraftEditor;
  private readonly handled = new Set<string>();
  private announcedState: string | null = null;
  private isSubmitting = false;
  /** The last click was one of live mode, which stays in the draft and announces only its end. */
  private isLive = false;
  /** Seeds to apply once the first run of the last click has become a job. */
  private seedsAfter: RunPlan['seedsAfter'] | null = null;
  private stopWatching: (() => void) | null = null;

  constructor(surface: Surface, editor: DraftEditor) {
    this.surface = surface;
    this.editor = editor;
  }

  /** A second press while the first one is in progress does not submit again. */
  get isUploading(): boolean {
    return this.isSubmitting || this.entries().some(isInProgress);
  }

  /** @param count runs of each value of `list`, or of the unchanged workflow */
  async submit(count: number, list: ValueList | null): Promise<void> {
    this.isLive = false;
    this.editor.store.setState({ isRunQueued: false, isAttempted: false });
    await runAction({
      run: async () => this.store(planRuns(this.state, count, list, seedTimingSetting.get())),
      failed: () => ({
        isOfPage: true,
        title: t('Nothing was submitted'),
        description: t('Could not save the run in this browser before sending it. Is its disk full?'),
      }),
    });
  }

  /**
   * Submits a run of live mode. Resolves with the id of its entry; `null` while another run of the draft is being submitted.
   * @throws if it could not be stored
   */
  async submitLive(plan: RunPlan): Promise<string | null> {
    if (this.isUploading) return null;
    this.isLive = true;
    const [entryId = null] = await this.store(plan);
    return entryId;
  }

  private async store(plan: RunPlan): Promise<string[]> {
    // As at the click: what the user edits from now on is for the next one.
    const { state } = this;
    const { draft } = state;
    this.isSubmitting = true;
    try {
      await this.dismissEarlierEntries();
      const lists = await listsToDraw(state);
      const texts = plan.texts.map((text) => sentText(state, lists, text));
      const requests = await Promise.all(
        texts.map(async (text) => ({
          workflowText: text,
          graphFingerprint: await graphFingerprint(text),
          title: draft.title,
          draftId: draft.id,
          needsPartnerKey: partnerClassesOf(state).length > 0,
          sourceJobId: draft.sourceJobId,
        })),
      );
      this.seedsAfter = plan.seedsAfter;
      noteModelFiles(this.surface.id, state);
      return await submitWorkflows(this.surface, draft.id, requests);
    } finally {
      this.isSubmitting = false;
    }
  }

  watch(): void {
    this.stopWatching ??= useOutboxView.subscribe(() => this.follow());
    // A run that finished before the page was opened is shown in the strip: a draft just opened is not navigated away from.
    for (const { id, state } of this.entries()) if (state.name === 'submitted') this.handled.add(id);
    this.follow();
  }

  close(): void {
    this.stopWatching?.();
    this.stopWatching = null;
  }

  private get state(): SessionState {
    return this.editor.state;
  }

  private entries(): OutboxEntry[] {
    return entriesOfDraft(useOutboxView.getState().entries, this.state.draft.id);
  }

  /** Dismisses previous submissions, whose outcome the user has seen, before a new one. */
  private async dismissEarlierEntries(): Promise<void> {
    for (const entry of this.entries()) if (!isInProgress(entry)) await dismissEntry(entry.id);
  }

  private follow(): void {
    this.speak();
    for (const entry of this.entries()) {
      if (!isSettled(entry.state) || this.handled.has(entry.id)) continue;
      this.handled.add(entry.id);
      if (entry.state.name === 'submitted') this.afterSubmission(entry, entry.state.jobId);
      if (entry.state.name === 'refused') {
        const { nodeErrors, missingIds } = readSubmitRejection(entry.state.refusal);
        const errors = { ...lostFileErrors(this.state, missingIds), ...nodeErrors };
        const lostFiles = new Set([...this.state.lostFiles, ...missingIds]);
        const rejected = { ...this.state, ...withRejection({ ...this.state, lostFiles }, errors) };
        const problem = firstRejected(rejected);
        this.editor.store.setState({ ...rejected, placedRejection: problem === null ? null : entry.id });
        if (problem) this.view?.onRejected(problem);
      }
    }
  }

  private speak(): void {
    const entry = findShownEntry(useOutboxView.getState().entries, this.state.draft.id);
    if (!entry || entry.state.name === this.announcedState) return;
    this.announcedState = entry.state.name;
    const spoken = statusAnnouncement(entry);
    const isUsual = entry.state.name === 'sending' || entry.state.name === 'submitted';
    if (spoken && !(this.isLive && isUsual)) announce(spoken);
  }

  private afterSubmission(entry: OutboxEntry, jobId: string): void {
    const { batch } = entry;
    this.moveSeeds(entry);
    this.editor.editDraft((draft) => ({ ...draft, lastJobId: jobId }));
    this.announcedState = null;
    const isLast = batch === undefined || batch.index === batch.count - 1;
    if (isLast && !this.isLive)
      announce(t('{count, plural, one {# job} other {# jobs}} submitted', { count: batch?.count ?? 1 }));
    if (!this.view) return;
    void dismissEntry(entry.id);
    this.view.onSubmitted(jobId, this.isLive ? 'live' : batch === undefined ? 'single' : 'several');
  }

  /**
   * Applies "control after generate" to the seeds for the next click. Once per click, unless the user has typed another
   * seed.
   */
  private moveSeeds(entry: OutboxEntry): void {
    const planned = this.seedsAfter;
    this.seedsAfter = new Map();
    for (const [key, { before, after }] of planned ?? this.seedsAfterReload(entry)) {
      const value = this.state.values.get(key);
      if (value !== undefined && sameValue(value, before) && !sameValue(value, after)) this.editor.setValue(key, after);
    }
  }

  /** A reload during a submission loses the plan. */
  private seedsAfterReload({ id, batch: click }: OutboxEntry): RunPlan['seedsAfter'] {
    const all = Object.values(useOutboxView.getState().entries);
    return seedsAfterSent(
      this.state,
      all.filter((other) => (click === undefined ? other.id === id : other.batch?.id === click.id)),
      seedTimingSetting.get(),
    );
  }
}
