import { isObject } from '@contract/json/json-values';
import { parseJson, stringifyJson, type JsonValue } from '@contract/json/lossless';
import { replaceValues, type Replacement } from '@contract/json/replace-values';
import { isAssetReference } from '@contract/workflow/asset-references';
import { asLink, readGraph } from '@contract/workflow/graph';

export interface PrivateValue {
  nodeId: string;
  input: string;
  kind: 'file' | 'secret';
}

export interface PublicWorkflow {
  text: string;
  /** Inputs whose value, or part of it, is now empty. */
  leftOut: readonly PrivateValue[];
}

const SECRET_NAME = /(?:^|[_-])(?:secret|password|passphrase|authorization|bearer|credentials?|token)$|api[_-]?key/i;
/** Values that are recognized by themselves: keys of well-known services, and JSON Web Tokens. */
const SECRET_TEXT =
  /^(?:(?:sk|pk|rk|hf|ghp|gho|ghs|r8|xox[abp]|comfyui)[-_][\w-]{12,}|github_pat_\w{12,}|AKIA[A-Z\d]{12,}|eyJ[\w-]+\.eyJ[\w-]+\.[\w-]*|Bearer \S{8,})$/;
const FILE_TEXT = /^(?:data:[\w.+-]+\/[\w.+-]+[;,]|blob:\w)|^[A-Za-z\d+/]{400,}={0,2}$/i;
const SIGNED_URL = /^https?:\/\/.*[?&](?:sig|signature|token|x-amz-signature|x-goog-signature|x-amz-credential)=/i;

/** Empties what is not for others: files, which only this server stores, and secrets. All other bytes stay unchanged. */
export function withoutPrivateValues(workflowText: string): PublicWorkflow {
  return emptied(workflowText, kindOfValue);
}

/** Empties references to files only, as for another server of the same user. */
export function withoutFiles(workflowText: string): string {
  return emptied(workflowText, (value) => (isAssetReference(value) ? 'file' : null)).text;
}

type KindOf = (value: JsonValue, name: string) => PrivateValue['kind'] | null;

/** @throws JsonSyntaxError if the text is not JSON */
function emptied(workflowText: string, kindOf: KindOf): PublicWorkflow {
  const read = readGraph(parseJson(workflowText));
  const leftOut: PrivateValue[] = [];
  if (!read.ok) return { text: workflowText, leftOut };
  const replacements: Replacement[] = [];
  for (const { id: nodeId, inputs } of read.graph.values()) {
    for (const [input, value] of Object.entries(inputs)) {
      if (asLink(value)) continue;
      const kinds: PrivateValue['kind'][] = [];
      const next = withoutPrivate(value, input, kindOf, kinds);
      const [kind] = kinds;
      if (kind === undefined) continue;
      leftOut.push({ nodeId, input, kind });
      replacements.push({ path: [nodeId, 'inputs', input], valueText: stringifyJson(next) });
    }
  }
  return { text: replaceValues(workflowText, replacements), leftOut };
}

/** Recursive: the parser limits the depth. */
function withoutPrivate(value: JsonValue, name: string, kindOf: KindOf, found: PrivateValue['kind'][]): JsonValue {
  const kind = kindOf(value, name);
  if (kind !== null) {
    found.push(kind);
    return '';
  }
  if (Array.isArray(value)) return value.map((item) => withoutPrivate(item, name, kindOf, found));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withoutPrivate(item, key, kindOf, found)]),
  );
}

function kindOfValue(value: JsonValue, name: string): PrivateValue['kind'] | null {
  if (isAssetReference(value)) return 'file';
  if (typeof value !== 'string' || value === '') return null;
  if (FILE_TEXT.test(value)) return 'file';
  return SECRET_NAME.test(name) || SECRET_TEXT.test(value.trim()) || SIGNED_URL.test(value) ? 'secret' : null;
}
