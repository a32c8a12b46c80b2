import type { OutputMedia } from '@/features/models/result/output-media';
import type { FoundColor } from '@/features/models/result/find-colors';
import type { FoundWarning } from '@/features/models/result/find-warnings';
import type { FoundText } from '@/features/models/result/find-text';

export interface ValidationRequest {
  file: Blob;
  runId: string;
}

export type ResponseReply =
  | {
      kind: 'read';
      media: readonly OutputMedia[];
      texts: readonly FoundText[];
      remarks: readonly FoundWarning[];
      colors: readonly FoundColor[];
    }
  /** It is no JSON. */
  | { kind: 'unreadable'; message: string };
