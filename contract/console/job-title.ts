/** Job label that contains its title. */
export const TITLE_LABEL = 'flowdeck_title';
/** Job label that contains its batch and cell, as `id/cell`. */
export const BATCH_LABEL = 'flowdeck_batch';

const SHORT_ID = 8;

/** Returns the ID of the batch of a job with this batch label; `null` if it has none. */
export function batchIdOfLabel(label: string | null | undefined): string | null {
  const slash = label?.lastIndexOf('/') ?? -1;
  return !label || slash <= 0 ? null : label.slice(0, slash);
}

export function shortId(id: string): string {
  return id.slice(0, SHORT_ID);
}

interface JobNames {
  id: string;
  label: string | null | undefined;
  /** Name of the first output. */
  output: string | null | undefined;
  outputTitle: string | null | undefined;
}

/**
 * Returns the list title of a job: its label, else its first output, else the output node with the start of the job id, because
 * jobs of one script have the same nodes.
 */
export function jobTitleOf({ id, label, output, outputTitle }: JobNames): string {
  const node = outputTitle?.trim();
  return label?.trim() || output || (node ? `${node} · ${shortId(id)}` : `Job ${shortId(id)}`);
}
