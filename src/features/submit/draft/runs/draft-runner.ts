import { statusAnnouncement } from '@/domains/outbox/entry-messages';
import { graphFingerprint } from '@/domains/outbox/graph-fingerprint';
import { dismissEntry, submitWorkflows } from '@/domains/outbox/outbox';
import { type OutboxEntry, isSettled } from '@/domains/outbox/outbox-entry';
import { entriesOfDraft, isInProgress, findShownEntry, useOutboxView } from '@/domains/outbox/outbox-store';
import { readSubmitRejection } from '@/domains/outbox/submit-rejection';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { announce } from '@/shared/feedback/announce';
import { runAction } from '@/shared/feedback/action';
import { withNodeProblems, withRejection } from '../editor-state';
import { lostFileErrors } from '../lost-files';
import { noteModelFiles } from '../recent-model-files';
import { firstRejected, type WorkflowProblem } from '../workflow-problems';
import { sameValue } from '../form-model';
import { seedTimingSetting } from '../seed-control';
import { moveSeedsBeforeRun, planRuns, seedsAfterSent, valueListOf, type RunPlan } from './plan-runs';
import { partnerClassesOf } from './partner-classes';
import { listsToDraw, sentText } from './sent-text';
import type { DraftEditor } from '../draft-editor';
import type { DraftSaving } from '../draft-saving';
import type { FieldUploads } from '../field-uploads';
import type { SessionState } from '../session-state';
import type { DraftChecks } from './draft-checks';
import { sessionLivePorts } from './live-ports';
import { LiveRuns } from './live-runs';
import type { Blocker } from './run-blockers';

export interface SessionView {
  /** @param how `single`: the click started this one job only; `several`: it started more; `live`: live mode started it */
  onSubmitted: (jobId: string, how: 'single' | 'several' | 'live') => void;
  /** Called when the surface rejects the workflow, with the first problem that it names. */
  onRejected: (problem: WorkflowProblem) => void;
}

interface RunnableDraft {
  surface: Surface;
  editor: DraftEditor;
  saving: DraftSaving;
  uploads: FieldUploads;
  checks: DraftChecks;
}

/**
 * The runs of an open draft, from the click to the job: those of a click wait for its uploads, those of live mode follow each other.
 */
export class DraftRunner {
  readonly live: LiveRuns;
  private view: SessionView | null = null;
  private readonly draft: RunnableDraft;
  private readonly handled = new Set<string>();
  private announcedState: string | null = null;
  private isStoring = false;
  /** The last click was one of live mode, which stays in the draft and announces only its end. */
  private isLive = false;
  /** Seeds to apply once the first run of the last click has become a job. */
  private seedsAfter: RunPlan['seedsAfter'] | null = null;
  private stopWatching: (() => void) | null = null;

  constructor(draft: RunnableDraft) {
    this.draft = draft;
    this.live = new LiveRuns(sessionLivePorts(draft, (plan) => this.submitLive(plan)));
    draft.editor.store.subscribe((state, before) => {
      if (state.values === before.values && state.draft.text === before.draft.text) this.live.advance();
      else this.live.changed();
    });
  }

  /** A run waits for its uploads, or is being submitted. */
  get isBusy(): boolean {
    return this.state.isRunQueued || this.isSubmitting;
  }

  /** A second press meanwhile does not submit again. */
  private get isSubmitting(): boolean {
    return this.isStoring || this.entries().some(isInProgress);
  }

  /** Submits the workflow. Returns what the user must do first; `null` if it is nothing. */
  run(): Blocker | null {
    const { editor, saving, uploads, checks } = this.draft;
    if (this.isSubmitting || this.live.isOn) return null;
    this.live.dismiss();
    editor.readJson();
    editor.store.setState(withNodeProblems(editor.state));
    const [blocker] = checks.blockers();
    if (blocker && blocker.kind !== 'uploads') {
      editor.store.setState({ isRunQueued: false, ...(blocker.kind === 'inputs' ? { isAttempted: true } : {}) });
      return blocker;
    }
    if (!uploads.isBusy) moveSeedsBeforeRun(editor);
    saving.keep();
    // If the tab crashes before the run is stored, the draft still has the submitted content.
    void saving.save();
    if (uploads.isBusy) {
      editor.store.setState({ isRunQueued: true });
      announce(t('The run waits for the file'));
    } else {
      void this.submit();
    }
    return null;
  }

  cancelQueued(): void {
    this.draft.editor.store.setState({ isRunQueued: false });
  }

  /** Called when an upload is over. */
  goOn(): void {
    this.live.advance();
    if (!this.state.isRunQueued || this.draft.uploads.isBusy) return;
    this.cancelQueued();
    this.run();
  }

  private async submit(): Promise<void> {
    this.isLive = false;
    this.draft.editor.store.setState({ isRunQueued: false, isAttempted: false });
    await runAction({
      run: async () => {
        const { state } = this;
        return this.store(planRuns(state, state.runCount, valueListOf(state), seedTimingSetting.get()));
      },
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
  private async submitLive(plan: RunPlan): Promise<string | null> {
    this.draft.saving.keep();
    void this.draft.saving.save();
    if (this.isSubmitting) return null;
    this.isLive = true;
    const [entryId = null] = await this.store(plan);
    return entryId;
  }

  private async store(plan: RunPlan): Promise<string[]> {
    // As at the click: what the user edits from now on is for the next one.
    const { state } = this;
    const { draft } = state;
    this.isStoring = true;
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
      noteModelFiles(this.draft.surface.id, state);
      return await submitWorkflows(this.draft.surface, draft.id, requests);
    } finally {
      this.isStoring = false;
    }
  }

  show(view: SessionView): void {
    this.view = view;
    this.stopWatching ??= useOutboxView.subscribe(() => this.follow());
    // A run that finished before the page was opened is shown in the strip: a draft just opened is not navigated away from.
    for (const { id, state } of this.entries()) if (state.name === 'submitted') this.handled.add(id);
    this.follow();
  }

  hide(): void {
    this.view = null;
    this.live.stop();
  }

  close(): void {
    this.stopWatching?.();
    this.stopWatching = null;
  }

  private get state(): SessionState {
    return this.draft.editor.state;
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
        this.draft.editor.store.setState({ ...rejected, placedRejection: problem === null ? null : entry.id });
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
    this.draft.editor.editDraft((draft) => ({ ...draft, lastJobId: jobId }));
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
      if (value !== undefined && sameValue(value, before) && !sameValue(value, after))
        this.draft.editor.setValue(key, after);
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
