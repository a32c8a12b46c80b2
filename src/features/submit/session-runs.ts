import { readNodeErrors } from '@contract/jobs/node-errors';
import { numberFromText } from '@contract/json/lossless';
import { spokenWords } from '@/api/outbox/entry-words';
import { graphFingerprint } from '@/api/outbox/graph-fingerprint';
import { dismissEntry, submitWorkflow } from '@/api/outbox/outbox';
import type { OutboxEntry } from '@/api/outbox/outbox-entry';
import { isSettled } from '@/api/outbox/outbox-state';
import { latestEntryOf, useOutboxView } from '@/api/outbox/outbox-store';
import { announce } from '@/shared/announce';
import { showToast } from '@/shared/toasts';
import { lostFiles, withRefusal, workflowText } from './editor-state';
import { fieldText } from './form-model';
import { nextSeed } from './seed-control';
import type { SessionHost, SessionState } from './session-state';

/** The page that shows a session. */
export interface SessionView {
  onSubmitted: (jobId: string) => void;
  /** The surface refused: the first field or node that it named, where it named any. */
  onRefused: (place: { field: string } | { node: string } | null) => void;
}

/** The acts of submitting of one workflow, and what became of the last one. */
export class SessionRuns {
  view: SessionView | null = null;
  private readonly host: SessionHost;
  private readonly handled = new Set<string>();
  private saidState: string | null = null;
  private isSubmitting = false;
  private stopWatching: (() => void) | null = null;

  constructor(host: SessionHost) {
    this.host = host;
  }

  /** A second press while the first one is on its way is no second act of submitting. */
  get isUnderWay(): boolean {
    const last = this.latest();
    return this.isSubmitting || (last !== null && !isSettled(last.state) && last.state.name !== 'unsettled');
  }

  async submit(): Promise<void> {
    const { draft } = this.state;
    const text = workflowText(this.state);
    this.isSubmitting = true;
    this.host.store.setState({ isRunQueued: false, isAttempted: false });
    try {
      await this.putAwayEarlierEntries();
      await submitWorkflow(this.host.surface, {
        workflowText: text,
        graphFingerprint: await graphFingerprint(text),
        title: draft.title,
        draftId: draft.id,
        sourceJobId: draft.sourceJobId,
      });
    } catch {
      showToast({
        tone: 'bad',
        title: 'Nothing was submitted',
        description: 'This browser could not write the run down before sending it. Is its disk full?',
      });
    } finally {
      this.isSubmitting = false;
    }
  }

  watch(): void {
    this.stopWatching ??= useOutboxView.subscribe(() => this.follow());
    // A run that ended before the page was opened is told by its notice: nobody is led away from a draft just opened.
    const last = this.latest();
    if (last?.state.name === 'submitted') this.handled.add(last.id);
    this.follow();
  }

  close(): void {
    this.stopWatching?.();
    this.stopWatching = null;
  }

  private get state(): SessionState {
    return this.host.store.getState();
  }

  private latest(): OutboxEntry | null {
    return latestEntryOf(useOutboxView.getState().entries, this.state.draft.id);
  }

  /** A new act of submitting: how the last one ended has been seen. */
  private async putAwayEarlierEntries(): Promise<void> {
    const last = this.latest();
    if (last && (isSettled(last.state) || last.state.name === 'unsettled')) await dismissEntry(last.id);
  }

  private follow(): void {
    const entry = this.latest();
    if (!entry) return;
    if (entry.state.name !== this.saidState) {
      this.saidState = entry.state.name;
      const spoken = spokenWords(entry);
      if (spoken) announce(spoken);
    }
    if (!isSettled(entry.state) || this.handled.has(entry.id)) return;
    this.handled.add(entry.id);
    if (entry.state.name === 'submitted') this.afterSubmission(entry, entry.state.jobId);
    if (entry.state.name === 'refused') {
      const { details } = entry.state.refusal;
      const errors = { ...lostFiles(this.state, details), ...readNodeErrors(details) };
      this.host.store.setState(withRefusal(this.state, errors));
      this.view?.onRefused(this.firstRefused());
    }
  }

  private afterSubmission(entry: OutboxEntry, jobId: string): void {
    this.turnSeeds();
    if (!this.view) return;
    void dismissEntry(entry.id);
    this.view.onSubmitted(jobId);
  }

  private firstRefused(): { field: string } | { node: string } | null {
    const { form, refusedFields, nodeProblems } = this.state;
    const field = [...form.fields.keys()].find((key) => key in refusedFields);
    if (field !== undefined) return { field };
    const node = form.outline.find(({ nodeId }) => nodeProblems[nodeId])?.nodeId;
    return node === undefined ? null : { node };
  }

  /** "Control after generate": what the next run will take. */
  private turnSeeds(): void {
    for (const [key, mode] of Object.entries(this.state.seedModes)) {
      const field = this.state.form.fields.get(key);
      const value = this.state.values[key];
      if (!field || value === undefined || mode === 'keep') continue;
      this.host.setValue(key, numberFromText(nextSeed(fieldText(value), mode, field.spec ?? {})));
    }
  }
}
