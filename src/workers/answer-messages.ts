import type { AnswerMedia } from '@/features/models/result/answer-media';
import type { FoundColor } from '@/features/models/result/find-colors';
import type { FoundRemark } from '@/features/models/result/find-remarks';
import type { FoundText } from '@/features/models/result/find-text';

export interface AnswerRequest {
  file: Blob;
  runId: string;
}

export type AnswerReply =
  | {
      kind: 'read';
      media: readonly AnswerMedia[];
      texts: readonly FoundText[];
      remarks: readonly FoundRemark[];
      colors: readonly FoundColor[];
    }
  /** It is no JSON. */
  | { kind: 'unreadable'; message: string };
