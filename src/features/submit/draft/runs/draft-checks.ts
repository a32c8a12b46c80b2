import type { Surface } from '@/api/surface';
import { useUploads } from '@/domains/assets/uploads-store';
import type { DraftEditor } from '../draft-editor';
import { withNodeProblems } from '../editor-state';
import type { FieldUploads } from '../field-uploads';
import type { SessionState } from '../session-state';
import { findProblems, workflowProblems, type Findings, type WorkflowProblem } from '../workflow-problems';
import { missingPartnerKey, storedPartnerKeys } from './missing-partner-key';
import { partnerClassesOf } from './partner-classes';
import { runTotalOf } from './plan-runs';
import { blockerContext, runBlockers, type Blocker } from './run-blockers';

interface KnownFindings {
  uploads: unknown;
  files: unknown;
  findings: Findings;
}

/** What is wrong with an open draft, and what keeps it from running. */
export class DraftChecks {
  private readonly surface: Surface;
  private readonly editor: DraftEditor;
  private readonly uploads: FieldUploads;
  /** The last ones: several parts of the page show the problems. */
  private known: KnownFindings | null = null;

  constructor(surface: Surface, editor: DraftEditor, uploads: FieldUploads) {
    this.surface = surface;
    this.editor = editor;
    this.uploads = uploads;
  }

  problems(state: SessionState): readonly WorkflowProblem[] {
    const { known } = this;
    const { files } = this.uploads;
    const now = { uploads: useUploads.getState().uploads, files: files.store.getState() };
    const isOfSameFiles = known?.uploads === now.uploads && known.files === now.files;
    const findings = findProblems(state, (key) => files.statusOf(key), isOfSameFiles ? known.findings : null);
    this.known = { ...now, findings };
    return findings.problems;
  }

  /** What keeps the draft from running now, also where the page shows it later. */
  blockers(): Blocker[] {
    const { state } = this.editor;
    const context = blockerContext(this.uploads, {
      problems: workflowProblems(state, (key) => this.uploads.files.statusOf(key)),
      partnerKey: missingPartnerKey(partnerClassesOf(state), storedPartnerKeys(this.surface)),
      runTotal: runTotalOf(state),
    });
    return runBlockers(state, context);
  }

  /** Marks missing values as errors, and returns the first input to fix. */
  checkInputs(): WorkflowProblem | null {
    this.editor.store.setState({ ...withNodeProblems(this.editor.state), isAttempted: true });
    const inputs = this.blockers().find((blocker) => blocker.kind === 'inputs');
    return inputs?.problems[0] ?? null;
  }
}
