/** Returns what an error says. @param fallback for what was thrown without a message */
export function messageOf(error: unknown, fallback = String(error)): string {
  return error instanceof Error && error.message !== '' ? error.message : fallback;
}
