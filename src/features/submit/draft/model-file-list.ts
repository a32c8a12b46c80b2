import type { InputSpec } from '@contract/workflow/node-definitions';

const MODEL_FILE = /\.(?:safetensors|sft|ckpt|pt2?|pth|bin|gguf|onnx|pkl)$/i;

/** Lists are immutable, and forms ask for each of their fields. */
const known = new WeakMap<readonly unknown[], boolean>();

/** Returns true for a list of a server's model files. Some have other names, too, such as `pixel_space` among the VAEs. */
export function isModelFileList(spec: InputSpec | null): boolean {
  const options = spec?.kind === 'combo' ? spec.options : undefined;
  if (!options) return false;
  const isList = known.get(options) ?? isModelFiles(options);
  known.set(options, isList);
  return isList;
}

function isModelFiles(options: readonly (string | number | boolean)[]): boolean {
  return options.every((option) => typeof option === 'string') && options.some((option) => MODEL_FILE.test(option));
}
