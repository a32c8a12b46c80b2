import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { announce } from '@/shared/feedback/announce';
import type { DraftEditor } from '../draft-editor';
import type { DraftSaving } from '../draft-saving';
import { withNodeProblems } from '../editor-state';
import type { FieldUploads } from '../field-uploads';
import type { DraftChecks } from './draft-checks';
import { moveSeedsBeforeRun, sessionLivePorts } from './live-ports';
import { LiveRuns } from './live-runs';
import { valueListOf, type RunPlan } from './plan-runs';
import type { Blocker } from './run-blockers';
import type { SessionRuns } from './session-runs';

/** The parts of an open draft that a run is started with. */
interface RunnableDraft {
  surface: Surface;
  editor: DraftEditor;
  saving: DraftSaving;
  uploads: FieldUploads;
  checks: DraftChecks;
}

/** Starts the runs of an open draft: those of a click, which wait for its uploads, and those of live mode. */
export class DraftRunner {
  readonly live: LiveRuns;
  private readonly draft: RunnableDraft;
  private readonly runs: SessionRuns;

  constructor(draft: RunnableDraft, runs: SessionRuns) {
    this.draft = draft;
    this.runs = runs;
    this.live = new LiveRuns(sessionLivePorts(draft, (plan) => this.submitLive(plan)));
    draft.editor.store.subscribe((state, before) => {
      if (state.values === before.values && state.draft.text === before.draft.text) this.live.advance();
      else this.live.changed();
    });
  }

  /** A run waits for its uploads, or is being submitted. */
  get isBusy(): boolean {
    return this.draft.editor.state.isRunQueued || this.runs.isUploading;
  }

  /** Submits the workflow. Returns what the user must do first; `null` if it is nothing. */
  run(): Blocker | null {
    const { editor, saving, uploads, checks } = this.draft;
    if (this.runs.isUploading || this.live.isOn) return null;
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
      void this.runs.submit(editor.state.runCount, valueListOf(editor.state));
    }
    return null;
  }

  private async submitLive(plan: RunPlan): Promise<string | null> {
    this.draft.saving.keep();
    void this.draft.saving.save();
    return this.runs.submitLive(plan);
  }

  cancelQueued(): void {
    this.draft.editor.store.setState({ isRunQueued: false });
  }

  /** Called when an upload is over. */
  goOn(): void {
    this.live.advance();
    if (!this.draft.editor.state.isRunQueued || this.draft.uploads.isBusy) return;
    this.cancelQueued();
    this.run();
  }
}
