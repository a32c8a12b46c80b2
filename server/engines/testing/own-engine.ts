import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import type { Engine } from '../engine';

const OWN_CLASSES: NodeDefinitions = {
  EmptyImage: { name: 'EmptyImage', input: {}, output: ['IMAGE'] },
  SaveImage: { name: 'SaveImage', input: {}, output_node: true },
  OnlyHere: { name: 'OnlyHere', input: {}, output_node: true },
};

export const OWN_LINE = { kind: 'log', level: 'info', message: 'embedded' } as const;

/** Test double of the embedded engine next to ComfyUI. A run writes one log line. It has one class that ComfyUI lacks. */
export function ownEngine(): Engine {
  return {
    name: 'embedded',
    parallel: 1,
    health: () => ({ isReady: true, label: 'embedded' }),
    definitions: () => Promise.resolve(OWN_CLASSES),
    run(_request, report) {
      report(OWN_LINE);
      return Promise.resolve({ kind: 'succeeded' });
    },
    close: () => Promise.resolve(),
  };
}
