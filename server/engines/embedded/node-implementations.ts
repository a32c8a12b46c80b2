import { EFFECT_NODES } from './nodes/effect-nodes';
import { FILE_NODES } from './nodes/file-nodes';
import { MASK_NODES } from './nodes/mask-nodes';
import { PRIMITIVE_NODES } from './nodes/primitive-nodes';
import { STRING_NODES } from './nodes/string-nodes';
import { TRANSFORM_NODES } from './nodes/transform-nodes';
import type { NodeImplementation } from './node-implementation';
import { reactionDiffusion } from './nodes/reaction-diffusion';

/** Implementations of the classes in `EMBEDDED_DEFINITIONS`. */
export const NODE_IMPLEMENTATIONS: ReadonlyMap<string, NodeImplementation> = new Map(
  Object.entries({
    ...FILE_NODES,
    ...TRANSFORM_NODES,
    ...EFFECT_NODES,
    ...MASK_NODES,
    ...PRIMITIVE_NODES,
    ...STRING_NODES,
    FlowdeckReactionDiffusion: reactionDiffusion,
  }),
);
