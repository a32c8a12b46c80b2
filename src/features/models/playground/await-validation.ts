import { sleepUntil } from '@/lib/sleep-until';

/** If a document takes longer to read, validation is left to the service, which validates every body anyway. */
const LIMIT_MS = 2000;

/** Pending validation of the body on screen. */
export class AwaitedValidation {
  /** `null` if no validation is in progress. */
  private pending: { given: Promise<void>; give: () => void } | null = null;

  /** Called when a validation starts. */
  begin(): void {
    if (this.pending) return;
    let give = () => {};
    const given = new Promise<void>((resolve) => (give = resolve));
    this.pending = { given, give };
  }

  /** Called when the validation has finished or was abandoned. */
  end(): void {
    this.pending?.give();
    this.pending = null;
  }

  /** Resolves when the body on screen is validated, or after a timeout. */
  async settled(): Promise<void> {
    if (this.pending) await sleepUntil(Date.now() + LIMIT_MS, this.pending.given);
  }
}
