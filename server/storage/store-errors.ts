/** The database file is damaged or not a database. Nothing is repaired or overwritten automatically. */
export class StoreCorrupt extends Error {
  readonly path: string;
  constructor(path: string, options?: ErrorOptions) {
    super(`The database ${path} is damaged`, options);
    this.name = 'StoreCorrupt';
    this.path = path;
  }
}

/** A newer version wrote the database; this one would lose data that it does not know. */
export class StoreTooNew extends Error {
  readonly path: string;
  readonly found: number;
  readonly known: number;
  constructor(path: string, found: number, known: number) {
    super(`A newer version of Flowdeck wrote the database ${path} (schema ${found}, and this version knows ${known})`);
    this.name = 'StoreTooNew';
    this.path = path;
    this.found = found;
    this.known = known;
  }
}

/** The file is an intact database of another program. */
export class StoreForeign extends Error {
  readonly path: string;
  constructor(path: string) {
    super(`The database ${path} belongs to another program`);
    this.name = 'StoreForeign';
    this.path = path;
  }
}

/** The database cannot be used at the moment; the message is shown to users. */
export class StoreUnusable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreUnusable';
  }
}
