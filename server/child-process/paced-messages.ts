/** Messages handled per turn of the event loop: a few milliseconds of work. */
export const MESSAGES_PER_TURN = 100;

/**
 * Handles messages in order, a limited number per turn of the event loop. A channel delivers everything that has arrived at
 * once; from a fast process that can be thousands of messages, which would block requests.
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

  /** Calls `listener` once, after all earlier messages are handled. */
  whenEmpty(listener: () => void): void {
    this.#onEmpty = listener;
    this.#go();
  }

  #go(): void {
    this.#planTurn();
    while (this.#heard < this.#waiting.length && this.#heardThisTurn < MESSAGES_PER_TURN) {
      // By the bound of the loop; a message may be `undefined` itself.
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

  /** The next turn starts after other pending events, such as requests. */
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
