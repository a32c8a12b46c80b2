import { readWorkflow } from './graph';
import type { NodeDefinitions } from './node-definitions';

/**
 * Partner nodes call paid third-party APIs and need a credential in `extra_data` (Job API 5). Definitions mark them with
 * `api_node`. On surfaces without definitions only the class names identify them, which begin with the partner's name.
 */
const NAMES =
  /^(?:ByteDance|Flux(?:Pro|Kontext(?:Pro|Max))|Gemini|Ideogram|Kling|Ltxv?Api|Luma|Minimax|Moonvalley|OpenAI|Pika|Pixverse|Recraft|Rodin3D|Runway|Sora|Stability|Tripo|Veo|Vidu|Wan\w+Api$)/;

/** Returns the unique classes that need a partner credential. */
export function partnerClasses(classNames: Iterable<string>, definitions: NodeDefinitions | null): string[] {
  const found = [...new Set(classNames)].filter((name) => {
    const definition = definitions && Object.hasOwn(definitions, name) ? definitions[name] : undefined;
    return definition ? definition.api_node === true : NAMES.test(name);
  });
  return found.sort();
}

/** Returns true if a workflow has partner nodes, judging by class names. */
export function hasPartnerNodes(text: string): boolean {
  const workflow = readWorkflow(text);
  if (!workflow.ok) return false;
  const names = [...workflow.graph.values()].map(({ classType }) => classType);
  return partnerClasses(names, null).length > 0;
}
