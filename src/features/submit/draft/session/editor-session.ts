import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import type { Draft } from '@/domains/drafts/draft';
import type { Surface } from '@/api/surface';
import { DraftEditor } from '../draft-editor';
import { DraftSaving } from '../draft-saving';
import { FieldUploads } from '../field-uploads';
import { DraftChecks } from '../runs/draft-checks';
import { DraftRunner } from '../runs/draft-runner';
import { SessionRuns, type SessionView } from '../runs/session-runs';

/** One open draft: each part uses those above it. Lives on while files are being uploaded. */
export class EditorSession {
  readonly surface: Surface;
  readonly editor: DraftEditor;
  readonly saving: DraftSaving;
  readonly uploads: FieldUploads;
  readonly checks: DraftChecks;
  private readonly runs: SessionRuns;
  readonly runner: DraftRunner;

  constructor(surface: Surface, draft: Draft, definitions: NodeDefinitions | null) {
    this.surface = surface;
    this.editor = new DraftEditor(surface.kind, draft, definitions, () => this.saving.schedule());
    this.saving = new DraftSaving(this.editor);
    this.uploads = new FieldUploads(surface, this.editor, this.saving, () => this.runner.goOn());
    this.checks = new DraftChecks(surface, this.editor, this.uploads);
    this.runs = new SessionRuns(surface, this.editor);
    this.runner = new DraftRunner(this, this.runs);
  }

  get isBusy(): boolean {
    return this.uploads.isBusy || this.runner.isBusy;
  }

  /** Called when its page opens. */
  show(view: SessionView): void {
    this.runs.view = view;
    this.runs.watch();
  }

  /** Called when its page closes. */
  hide(): void {
    this.runs.view = null;
    this.runner.live.stop();
    void this.saving.save();
  }

  close(): void {
    this.runs.close();
  }

  /** Called when the draft is deleted: pending work must not restore it. */
  discard(): void {
    this.saving.stop();
    this.uploads.stop();
    this.runner.live.stop();
    this.close();
  }

  /** Called when another tab or browser has changed the draft. */
  async follow(): Promise<void> {
    await this.saving.follow(() => this.isBusy || this.runner.live.isOn);
  }
}
