/** The `accept` attribute of inputs for workflow files: JSON, archives of it, and files that a workflow can be embedded in. */
export const WORKFLOW_FILES =
  '.json,.zip,.glb,.safetensors,.latent,.mkv,.opus,application/json,application/zip,image/*,video/*,audio/*';
