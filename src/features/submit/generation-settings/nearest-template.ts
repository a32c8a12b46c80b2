import { readWorkflow } from '@contract/workflow/graph';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import type { SavedTemplate } from '@/domains/templates/saved-template';
import type { GenerationSettings } from '@/domains/workflow-files/generation-settings';
import { buildForm } from '../draft/form-model';
import { mergedText } from '../draft/merge-values';
import { matchSettings, type SettingsMatch } from './match-settings';

export interface FilledTemplate {
  /** With the settings in its workflow. */
  template: SavedTemplate;
  match: SettingsMatch;
}

/** Fills the template that has inputs for most of the settings; of equal ones, the first. `null` if none has any. */
export function nearestTemplate(
  templates: readonly SavedTemplate[],
  settings: GenerationSettings,
  definitions: NodeDefinitions | null,
): FilledTemplate | null {
  let nearest: FilledTemplate | null = null;
  for (const template of templates) {
    const read = readWorkflow(template.workflowText);
    if (!read.ok) continue;
    const form = buildForm(read.graph, definitions);
    const match = matchSettings({ graph: read.graph, form }, settings);
    if (match.used.length <= (nearest?.match.used.length ?? 0)) continue;
    const workflowText = mergedText(template.workflowText, form, new Map(match.changes));
    nearest = { template: { ...template, workflowText }, match };
  }
  return nearest;
}
