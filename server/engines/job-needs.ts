import type { Graph } from '@contract/workflow/graph';
import type { JobNeeds } from './engine';

/** Names of files and of choices are shorter; prompts need not be remembered. */
const MAX_TEXT = 300;

export function needsOf(graph: Graph): JobNeeds {
  const classes = new Set<string>();
  const texts: JobNeeds['texts'][number][] = [];
  for (const { classType, inputs } of graph.values()) {
    classes.add(classType);
    for (const [input, value] of Object.entries(inputs)) {
      if (typeof value === 'string' && value.length <= MAX_TEXT) texts.push({ classType, input, value });
    }
  }
  return { classes: [...classes], texts };
}
