import { finish, SliceMeter, type Slices } from '@contract/slices';
import type { Graph } from '@contract/workflow/graph';
import type { JobNeeds } from './engine';

/** Maximum length of stored texts. File names and choices are shorter; prompts are not needed. */
const MAX_TEXT = 300;

export function needsOf(graph: Graph): JobNeeds {
  return finish(needsInSlices(graph));
}

export function* needsInSlices(graph: Graph): Slices<JobNeeds> {
  const meter = new SliceMeter();
  const classes = new Set<string>();
  const texts = new Map<string, JobNeeds['texts'][number]>();
  for (const { classType, inputs } of graph.values()) {
    classes.add(classType);
    for (const [input, value] of Object.entries(inputs)) {
      if (typeof value !== 'string' || value.length > MAX_TEXT) continue;
      texts.set(JSON.stringify([classType, input, value]), { classType, input, value });
    }
    if (meter.isFull(1 + Object.keys(inputs).length)) yield;
  }
  return { classes: [...classes], texts: [...texts.values()] };
}
