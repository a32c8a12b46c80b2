import type { OutputMedia } from '@/features/models/result/parse/output-media';
import type { FoundColor } from '@/features/models/result/parse/find-colors';
import type { FoundWarning } from '@/features/models/result/parse/find-warnings';
import type { FoundText } from '@/features/models/result/parse/find-text';

export interface OutputRequest {
  file: Blob;
  runId: string;
}

export type OutputReply =
  | {
      kind: 'read';
      media: readonly OutputMedia[];
      texts: readonly FoundText[];
      warnings: readonly FoundWarning[];
      colors: readonly FoundColor[];
    }
  /** The response is not JSON. */
  | { kind: 'unreadable'; message: string };
