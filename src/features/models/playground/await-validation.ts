import { sleepUntil } from '@/lib/sleep-until';

/** A document that takes longer to be read is left to the service, which judges every body anyway. */
const LIMIT_MS = 2000;

/** What the validator has still to say of the body on screen. */
export class AwaitedValidation {
  /** Null while the body is judged, or while nothing judges it. */
  private pending: { given: Promise<void>; give: () => void } | null = null;

  /** The validator has begun. */
  begin(): void {
    if (this.pending) return;
    let give = () => {};
    const given = new Promise<void>((resolve) => (give = resolve));
    this.pending = { given, give };
  }

  /** It has said what it has to say, or will say nothing more. */
  end(): void {
    this.pending?.give();
    this.pending = null;
  }

  /** Until what is on screen is judged, or until that took too long. */
  async settled(): Promise<void> {
    if (this.pending) await sleepUntil(Date.now() + LIMIT_MS, this.pending.given);
  }
}
