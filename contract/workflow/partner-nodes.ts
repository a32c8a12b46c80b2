import { readWorkflow } from './graph';
import type { NodeDefinitions } from './node-definitions';

/**
 * Partner nodes call paid APIs of other companies and need a credential in `extra_data` (Job API 5). Definitions mark them
 * with `api_node`. Surfaces that tell no definitions leave only the class names, which begin with the name of the partner.
 */
const NAMES =
  /^(?:ByteDance|Flux(?:Pro|Kontext(?:Pro|Max))|Gemini|Ideogram|Kling|Ltxv?Api|Luma|Minimax|Moonvalley|OpenAI|Pika|Pixverse|Recraft|Rodin3D|Runway|Sora|Stability|Tripo|Veo|Vidu|Wan\w+Api$)/;

/** The classes among these that need a partner credential, each once. */
export function partnerClasses(classNames: Iterable<string>, definitions: NodeDefinitions | null): string[] {
  const found = [...new Set(classNames)].filter((name) => {
    const definition = definitions && Object.hasOwn(definitions, name) ? definitions[name] : undefined;
    return definition ? definition.api_node === true : NAMES.test(name);
  });
  return found.sort();
}

/** Whether a workflow has partner nodes, as far as their names tell. */
export function hasPartnerNodes(text: string): boolean {
  const workflow = readWorkflow(text);
  if (!workflow.ok) return false;
  const names = [...workflow.graph.values()].map(({ classType }) => classType);
  return partnerClasses(names, null).length > 0;
}
