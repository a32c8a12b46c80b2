export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}

export function json(value: unknown, status = 200): Answer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}

/** Asset names are put in before a graph gets here, and widgets may be edited: classes and links tell graphs apart. */
export function graphKey(graph: Record<string, unknown>): string {
  return JSON.stringify(
    Object.entries(graph)
      .map(([id, node]) => [id, (node as { class_type?: string }).class_type])
      .sort(),
  );
}
