import { addedInputs, declaredInputs, type DeclaredInput } from '@contract/workflow/declared-inputs';
import type { NodeDefinition } from '@contract/workflow/node-definitions';
import { fieldsOf } from '@contract/typed-objects';

/** Input of a class, as a definition describes it. */
export interface DefinedInput {
  name: string;
  /** `COMBO` for every form of an enumeration. */
  type: string;
  isRequired: boolean;
  options: Readonly<Record<string, unknown>>;
  /** Values of an enumeration. */
  choices: readonly unknown[];
  widget: WidgetKind | null;
  declared: DeclaredInput;
}

/**
 * `number`, `text`, `switch`, `choice`: literal of the form. `any`: a widget whose values are not known here. `dynamic`: a choice
 * that adds inputs. `made`: its value is made by the editor when it queues, and often not saved, such as the picture of a camera.
 * `shown`: shows something and is not an input. `unsupported`: adds widgets in a way that is not known here.
 */
export type WidgetKind =
  | 'whole'
  | 'number'
  | 'text'
  | 'switch'
  | 'choice'
  | 'any'
  | 'dynamic'
  | 'made'
  | 'shown'
  | 'unsupported';

const WIDGETS = new Map<string, WidgetKind>([
  ['INT', 'whole'],
  ['FLOAT', 'number'],
  ['STRING', 'text'],
  ['MARKDOWN', 'text'],
  ['TEXTAREA', 'text'],
  ['BOOLEAN', 'switch'],
  ['COMBO', 'choice'],
  ['COLOR', 'any'],
  ['COLORS', 'any'],
  ['BOUNDING_BOX', 'any'],
  ['BOUNDING_BOXES', 'any'],
  ['CURVE', 'any'],
  ['RANGE', 'any'],
  ['CHART', 'any'],
  ['GALLERIA', 'any'],
  ['VIDEO_EDIT', 'any'],
  ['COMFY_DYNAMICCOMBO_V3', 'dynamic'],
  ['COMFY_DYNAMICGROUP_V3', 'unsupported'],
  ['COMFY_BRANCH_INPUT_NAMES', 'unsupported'],
  ['COMFY_BRANCH_SELECTOR', 'unsupported'],
  ['WEBCAM', 'made'],
  ['AUDIO_RECORD', 'made'],
  ['LOAD_3D', 'made'],
  ['LOAD_3D_ANIMATION', 'made'],
  ['LOAD_3D_ADVANCED', 'made'],
  ['PAINTER', 'text'],
  ['COMPOSITOR', 'any'],
  ['IMAGECOMPARE', 'made'],
  ['RESOLUTION_PREVIEW', 'shown'],
  ['LIGHT_INFO_PREVIEW', 'shown'],
]);

/** Control slots beside a widget, such as `control_after_generate`; a choice also has a filter. */
export function controlSlots({ name, widget, options }: DefinedInput): number {
  const control = options['control_after_generate'];
  if (widget === 'whole') {
    const isControlled = control ?? (name === 'seed' || name === 'noise_seed');
    return isControlled ? 1 : 0;
  }
  if (!control) return 0;
  return widget === 'choice' ? 2 : widget === 'number' ? 1 : 0;
}

/** Type of the button that chooses a file, which can be promoted to a subgraph like an input. ComfyUI ignores its value. */
export function isUploadButton(type: string): boolean {
  return /^[A-Z]+UPLOAD$/.test(type);
}

/** Editors save values also for the button that chooses a file and for what it shows, after those of all inputs. */
export function hasUploadButton(definition: NodeDefinition): boolean {
  const flags = ['image_upload', 'animated_image_upload', 'video_upload', 'audio_upload', 'file_upload', 'mesh_upload'];
  return definedInputs(definition).some(({ options }) => flags.some((flag) => options[flag] === true));
}

/** Inputs in the order of their widgets. */
export function definedInputs(definition: NodeDefinition): DefinedInput[] {
  return declaredInputs(definition).map(definedInput);
}

function definedInput(declared: DeclaredInput): DefinedInput {
  const [rawType, rawOptions] = declared.raw;
  const options = fieldsOf(rawOptions);
  const listed = Array.isArray(rawType) ? rawType : options['options'];
  const type = Array.isArray(rawType) ? 'COMBO' : String(rawType);
  const widgetType = typeof options['widgetType'] === 'string' ? options['widgetType'] : type;
  return {
    name: declared.name,
    type,
    isRequired: declared.required,
    options,
    choices: Array.isArray(listed) ? listed : [],
    widget: options['forceInput'] === true ? null : (WIDGETS.get(widgetType) ?? null),
    declared,
  };
}

/** Inputs that the chosen option of a dynamic choice adds, named as in a graph; `null` if there is no such option. */
export function chosenInputs({ declared }: DefinedInput, chosen: unknown): DefinedInput[] | null {
  return addedInputs(declared, chosen, [])?.map(definedInput) ?? null;
}
