/** Uploads as tests write them: only what is special about each stands in the test. */

export interface UploadParts {
  content_type?: string;
  file_path?: string;
  expected_hash?: string;
  expires_in?: string;
  tags?: readonly string[];
  /** Null: no file part. */
  file?: Uint8Array | string | null;
  file_name?: string;
  /** Text parts behind the file. */
  late?: Readonly<Record<string, string>>;
}

/** A proper form, but for what is given; `undefined` leaves a part out. */
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
