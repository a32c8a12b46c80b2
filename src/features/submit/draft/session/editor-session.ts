import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import type { Draft } from '@/domains/drafts/draft';
import type { Surface } from '@/api/surface';
import { DraftEditor } from '../draft-editor';
import { DraftSaving } from '../draft-saving';
import { FieldUploads } from '../field-uploads';
import { DraftChecks } from '../runs/draft-checks';
import { DraftRunner, type SessionView } from '../runs/draft-runner';

/** One open draft: each part uses those above it. Lives on while files are being uploaded. */
export class EditorSession {
  readonly surface: Surface;
  readonly editor: DraftEditor;
  readonly saving: DraftSaving;
  readonly uploads: FieldUploads;
  readonly checks: DraftChecks;
  readonly runner: DraftRunner;

  constructor(surface: Surface, draft: Draft, definitions: NodeDefinitions | null) {
    this.surface = surface;
    this.editor = new DraftEditor(surface.kind, draft, definitions, () => this.saving.schedule());
    this.saving = new DraftSaving(this.editor);
    this.uploads = new FieldUploads(surface, this.editor, this.saving, () => this.runner.goOn());
    this.checks = new DraftChecks(surface, this.editor, this.uploads);
    this.runner = new DraftRunner(this);
  }

  get isBusy(): boolean {
    return this.uploads.isBusy || this.runner.isBusy;
  }

  /** Called when its page opens. */
  show(view: SessionView): void {
    this.runner.show(view);
  }

  /** Called when its page closes. */
  hide(): void {
    this.runner.hide();
    void this.saving.save();
  }

  close(): void {
    this.runner.close();
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
