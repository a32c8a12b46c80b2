import { create } from 'zustand';
import type { Output } from '@contract/jobs/schemas';
import type { MediaKind } from '@contract/workflow/node-definitions';
import type { Surface } from '@/api/surface';

/** A file that a surface holds: an output as it is, an upload by its name. */
export type HeldFile = Pick<
  Output,
  'id' | 'hash' | 'name' | 'content_type' | 'size_bytes' | 'url' | 'url_expires_at' | 'job_id'
> & {
  /** What names of downloads are made of, as far as it is known. */
  node_id?: string | undefined;
  /** Title of the job that made it. */
  job_title?: string | undefined;
  /** When it was made, as an ISO date. */
  made_at?: string | undefined;
};

export interface InputRequest {
  surface: Surface;
  file: HeldFile;
  media: MediaKind;
}

/** Asked for wherever a file is shown, answered by the dialog of Submit, which the shell puts over any page. */
export const useInputRequest = create<{ request: InputRequest | null }>(() => ({ request: null }));

export function openInputDialog(request: InputRequest | null): void {
  useInputRequest.setState({ request });
}

/** The kind of input that takes such a file; null where none does. No loader reads drawings made of code. */
export function inputMedia(contentType: string): MediaKind | null {
  const [kind] = contentType.toLowerCase().split('/');
  if (contentType.toLowerCase().startsWith('image/svg')) return null;
  return kind === 'image' || kind === 'audio' || kind === 'video' ? kind : null;
}
