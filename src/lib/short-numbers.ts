const LONG = /\d{10,}/g;

/** Shortens long numbers such as seeds: both ends are kept, since consecutive ones differ at the end. `1038…058` */
export function shortNumbers(text: string): string {
  return text.replaceAll(LONG, (digits) => `${digits.slice(0, 4)}…${digits.slice(-3)}`);
}
