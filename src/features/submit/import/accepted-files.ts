/** The `accept` attribute of inputs for workflow files: JSON, files that a workflow can be embedded in, and archives of both. */
export const WORKFLOW_FILES =
  '.json,.zip,.glb,.safetensors,.latent,.mkv,.opus,application/json,application/zip,image/*,video/*,audio/*';
