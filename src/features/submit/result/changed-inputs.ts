import type { JsonValue } from '@contract/json/lossless';
import { isAssetReference } from '@contract/workflow/asset-references';
import { asLink, nodeTitle, type Graph } from '@contract/workflow/graph';
import { t } from '@/lib/i18n/messages';
import { isSameJson } from '@/shared/differences/same-json';
import { seedsLast, shortText, type RunChange } from '@/shared/result/run-change';

/** Returns the inputs whose values differ, in node order, seeds last. */
export function changedInputs(before: Graph, after: Graph): readonly RunChange[] {
  const changes: RunChange[] = [];
  for (const node of after.values()) {
    const earlier = before.get(node.id);
    if (earlier?.classType !== node.classType) {
      changes.push({ name: nodeTitle(node), text: earlier ? t('replaced') : t('added') });
      continue;
    }
    for (const [name, value] of Object.entries(node.inputs)) {
      const was = earlier.inputs[name];
      if (was === undefined || !isSameJson(was, value)) changes.push({ name, text: inputText(value) });
    }
  }
  for (const node of before.values()) {
    if (!after.has(node.id)) changes.push({ name: nodeTitle(node), text: t('removed') });
  }
  return seedsLast(changes);
}

function inputText(value: JsonValue): string {
  if (isAssetReference(value)) return t('another file');
  if (asLink(value)) return t('another link');
  return shortText(value);
}
