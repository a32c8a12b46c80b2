/** Neither the type inside a `data:` URI nor one that is only an example. */
const MIME =
  /(?<!data:|[/\w.-])(?<!\b(?:such as|like|e\.g\.|example:?)[\s"'`(]{1,3})(?:image|video|audio|application|model|text)\/(?:[a-z0-9.+-]*[a-z0-9]|\*)/gi;

/** `.glb` as a word of a sentence, not as the end of a URL or of a file name. */
const EXTENSION =
  /(?<![^\s,;/|"'`([])\.(glb|gltf|fbx|obj|stl|usdz|ply|3mf|blend|png|jpe?g|webp|gif|bmp|tiff?|heic|mp4|mov|webm|mkv|wav|mp3|flac|ogg|m4a|aac|pdf|docx|txt|csv|zip)(?![\w/])/gi;

const SCENE_NAME = /\b(glb|gltf|fbx|obj|stl|usdz|ply|3mf)\b/gi;
/** Terms that documents use for an input of any 3D format. */
const SCENE = /\b(?:3-?d|mesh(?:es)?|file3d)\b/i;
const SCENE_EXTENSIONS = ['.glb', '.gltf', '.fbx', '.obj', '.stl', '.usdz', '.ply', '.3mf', '.zip'];
const EXAMPLE_ENDING = /(?:such as|like|e\.g\.|example:?)[\s"'`(]*$/i;

/**
 * Returns the file types that a description allows, in the format of the HTML `accept` attribute: MIME types,
 * extensions or both. Empty if it names none.
 */
export function acceptedTypes(text: string): string[] {
  const extensions = [...text.matchAll(EXTENSION)]
    .filter(({ index }) => !EXAMPLE_ENDING.test(text.slice(Math.max(0, index - 16), index)))
    .map((match) => match[0].toLowerCase());
  const types = (text.match(MIME) ?? []).filter((type) => !isAnyBytes(type));
  return [...new Set([...types, ...extensions])];
}

/** Media type of unspecified bytes. */
export const isAnyBytes = (type: string) => type.toLowerCase() === 'application/octet-stream';

/**
 * Returns the file types of an input of kind "file": 3D formats if the input is about 3D. Empty if any type is allowed.
 */
export function acceptedFiles(text: string): string[] {
  const named = [...text.matchAll(SCENE_NAME)].map((match) => `.${match[0].toLowerCase()}`);
  if (named.length > 0) return [...new Set(named)];
  return SCENE.test(text) ? SCENE_EXTENSIONS : [];
}
