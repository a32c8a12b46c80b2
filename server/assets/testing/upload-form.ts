/** Upload of a test; omitted parts get defaults. */

export interface UploadParts {
  content_type?: string;
  file_path?: string;
  expected_hash?: string;
  expires_in?: string;
  tags?: readonly string[];
  /** `null`: no file part. */
  file?: Uint8Array | string | null;
  file_name?: string;
  /** Text parts after the file. */
  late?: Readonly<Record<string, string>>;
}

/** Builds a valid form except for the given parts; `undefined` omits a part. */
export function uploadForm(parts: { [Name in keyof UploadParts]: UploadParts[Name] | undefined } = {}): FormData {
  const form = new FormData();
  const all = { content_type: 'image/png', file_path: 'photo.png', ...parts };
  for (const name of ['content_type', 'file_path', 'expected_hash', 'expires_in'] as const) {
    const value = all[name];
    if (value !== undefined) form.append(name, value);
  }
  for (const tag of all.tags ?? []) form.append('tags', tag);
  if (all.file !== null) {
    const content = all.file ?? 'bytes';
    const bytes = typeof content === 'string' ? content : new Uint8Array(content);
    form.append('file', new Blob([bytes]), all.file_name ?? 'photo.png');
  }
  for (const [name, value] of Object.entries(all.late ?? {})) form.append(name, value);
  return form;
}
