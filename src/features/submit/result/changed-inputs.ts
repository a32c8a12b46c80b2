import { stringifyJson, type JsonValue } from '@contract/json/lossless';
import { isAssetReference } from '@contract/workflow/asset-references';
import { asLink, nodeTitle, type Graph } from '@contract/workflow/graph';
import { t } from '@/lib/i18n/messages';
import { valueText } from '@/shared/fields/typed-text';

export interface ChangedInput {
  name: string;
  /** Its new value. */
  text: string;
}

const SEED = /seed$/i;

/** Returns the inputs whose values differ, in node order. Seeds are last: they usually change with every run. */
export function changedInputs(before: Graph, after: Graph): readonly ChangedInput[] {
  const changes: ChangedInput[] = [];
  for (const node of after.values()) {
    const earlier = before.get(node.id);
    if (earlier?.classType !== node.classType) {
      changes.push({ name: nodeTitle(node), text: earlier ? t('replaced') : t('added') });
      continue;
    }
    for (const [name, value] of Object.entries(node.inputs)) {
      const was = earlier.inputs[name];
      if (was === undefined || !isSame(was, value)) changes.push({ name, text: shortText(value) });
    }
  }
  for (const node of before.values()) {
    if (!after.has(node.id)) changes.push({ name: nodeTitle(node), text: t('removed') });
  }
  return changes.sort((left, right) => Number(SEED.test(left.name)) - Number(SEED.test(right.name)));
}

function isSame(left: JsonValue, right: JsonValue): boolean {
  return left === right || stringifyJson(left) === stringifyJson(right);
}

function shortText(value: JsonValue): string {
  if (isAssetReference(value)) return t('another file');
  if (asLink(value)) return t('another link');
  const text = valueText(value).replace(/\s+/g, ' ').trim();
  return text === '' ? t('empty') : text;
}

/** `steps 30, seed 7`, `same inputs` */
export function changesText(changes: readonly ChangedInput[]): string {
  return changes.length === 0 ? t('same inputs') : changes.map(({ name, text }) => `${name} ${text}`).join(', ');
}
