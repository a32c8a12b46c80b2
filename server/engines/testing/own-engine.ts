import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import type { Engine } from '../engine';

const OWN_CLASSES: NodeDefinitions = {
  EmptyImage: { name: 'EmptyImage', input: {}, output: ['IMAGE'] },
  SaveImage: { name: 'SaveImage', input: {}, output_node: true },
  OnlyHere: { name: 'OnlyHere', input: {}, output_node: true },
};

export const OWN_LINE = { kind: 'log', level: 'info', message: 'embedded' } as const;

/** Stands for the embedded engine beside ComfyUI: a run is a line of the log. One class of its own is known nowhere else. */
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
