import type { NodeDefinition, NodeDefinitions } from '@contract/workflow/node-definitions';
import { EFFECT_CLASSES } from './definitions/effects';
import { FILE_CLASSES } from './definitions/files';
import { GENERATOR_CLASSES } from './definitions/generators';
import { MASK_CLASSES } from './definitions/masks';
import { PRIMITIVE_CLASSES } from './definitions/primitives';
import { STRING_CLASSES } from './definitions/strings';
import { TRANSFORM_CLASSES } from './definitions/transforms';

/**
 * Node classes of the embedded engine, by name. Names, types and bounds equal ComfyUI's, so that a workflow runs on both.
 * Plain data without `node:*`, since tests and the browser use it too.
 */
export const EMBEDDED_DEFINITIONS: NodeDefinitions = Object.fromEntries(
  [
    ...FILE_CLASSES,
    ...TRANSFORM_CLASSES,
    ...EFFECT_CLASSES,
    ...MASK_CLASSES,
    ...PRIMITIVE_CLASSES,
    ...STRING_CLASSES,
    ...GENERATOR_CLASSES,
  ].map((definition): [string, NodeDefinition] => [definition.name, definition]),
);
