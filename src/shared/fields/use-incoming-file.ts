import { useStore } from 'zustand';
import { useUploads, type UploadState } from '@/domains/assets/uploads-store';
import type { FieldFiles, IncomingFile } from './field-files';

/** Returns the pending or failed file of a field, with its upload if there is one. */
export function useIncomingFile(files: FieldFiles, key: string): { incoming?: IncomingFile; upload?: UploadState } {
  const incoming = useStore(files.store, (state) => state[key]);
  const upload = useUploads(({ uploads }) => (incoming ? uploads[incoming.uploadId] : undefined));
  return { ...(incoming && { incoming }), ...(upload && { upload }) };
}
