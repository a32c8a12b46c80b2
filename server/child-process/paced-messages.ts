/** Messages that are heard in one turn of the event loop: some milliseconds of work. */
export const MESSAGES_PER_TURN = 100;

/**
 * Hears messages in order, a bounded number in each turn. A channel hands over all that has arrived at once, and of a
 * process that was quicker than its listener that can be thousands: requests would wait for the last of them.
 */
export class PacedMessages<Message> {
  readonly #hear: (message: Message) => void;
  #waiting: Message[] = [];
  #heard = 0;
  #heardThisTurn = 0;
  #isTurnPlanned = false;
  #onEmpty: (() => void) | null = null;

  constructor(hear: (message: Message) => void) {
    this.#hear = hear;
  }

  push(message: Message): void {
    this.#waiting.push(message);
    this.#go();
  }

  /** After all that was pushed before is heard, `listener` is called, once. */
  whenEmpty(listener: () => void): void {
    this.#onEmpty = listener;
    this.#go();
  }

  #go(): void {
    this.#planTurn();
    while (this.#heard < this.#waiting.length && this.#heardThisTurn < MESSAGES_PER_TURN) {
      const message = this.#waiting[this.#heard] as Message;
      this.#heard += 1;
      this.#heardThisTurn += 1;
      this.#hear(message);
    }
    if (this.#heard < this.#waiting.length) return;
    this.#waiting = [];
    this.#heard = 0;
    const onEmpty = this.#onEmpty;
    this.#onEmpty = null;
    onEmpty?.();
  }

  /** Another turn begins when what arrived meanwhile, requests among it, has been looked at. */
  #planTurn(): void {
    if (this.#isTurnPlanned) return;
    this.#isTurnPlanned = true;
    setImmediate(() => {
      this.#isTurnPlanned = false;
      this.#heardThisTurn = 0;
      if (this.#heard < this.#waiting.length) this.#go();
    });
  }
}
