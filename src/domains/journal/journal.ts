import { sleepUntil } from '@/lib/sleep-until';
import { chooseStorage, type EntryParts, type JournalStorage } from './journal-storage';
import type { JournalEntry } from './machine';
import type { Runner, RunnerDeps } from './runner';
import { createTabLock } from './tab-lock';

/** Options of the journal of one kind of act: its storage, and how tabs share it. */
interface JournalOptions<
  Entry extends JournalEntry,
  Event extends { kind: string },
  Parts extends EntryParts,
  Packed extends object,
  Message extends { kind: string },
> {
  channel: string;
  lockPrefix: string;
  durable: JournalStorage<Entry, Parts>;
  createRunner: (shared: SharedDeps<Entry, Parts>, post: (message: Message) => void) => Runner<Entry, Event, Parts>;
  onOpen: (storage: { isDurable: boolean }) => void;
  /** Updates the displayed entry, whichever tab changed it. */
  show: (entry: Entry) => void;
  /** Wraps the entry for messages between tabs. */
  pack: (entry: Entry) => Packed;
  unpack: (packed: Packed) => Entry;
  /** Handles other messages between tabs. */
  onMessage?: (message: Message) => void;
}

type SharedDeps<Entry extends JournalEntry, Parts extends EntryParts> = Pick<
  RunnerDeps<Entry, { kind: string }, string, Parts>,
  'now' | 'withLock' | 'sleepUntil' | 'onChange'
> & { storage: JournalStorage<Entry, Parts> };

type SharedMessage<Entry, Event, Packed> =
  | ({ kind: 'changed' } & Packed)
  | { kind: 'act'; id: string; event: Event }
  // Includes the entry: tabs that run older builds treat every message other than `act` as `changed`.
  | ({ kind: 'amend'; id: string; change: Partial<Entry> } & Packed);

interface Opened<Entry extends JournalEntry, Event, Parts extends EntryParts, Message> {
  storage: JournalStorage<Entry, Parts>;
  runner: Runner<Entry, Event, Parts>;
  /** Sends a message to the other tabs. */
  post: (message: Message) => void;
}

export interface Journal<Entry extends JournalEntry, Event, Parts extends EntryParts, Message> {
  /** Opens the journal on the first call. */
  open: () => Promise<Opened<Entry, Event, Parts, Message>>;
  /** Shows the entries of earlier pages and continues with them, once per page. */
  resume: () => Promise<void>;
  /** Applies a user action to an entry, whichever tab drives it. */
  act: (id: string, event: Event) => Promise<void>;
  /** Changes fields that no state depends on, in all tabs. */
  amend: (id: string, change: Partial<Entry>) => Promise<void>;
  /** Like `amend`, with one write for several entries that no tab drives anymore. */
  amendAll: (ids: readonly string[], change: Partial<Entry>) => Promise<void>;
}

export function createJournal<
  Entry extends JournalEntry,
  Event extends { kind: string },
  Parts extends EntryParts,
  Packed extends object,
  Message extends { kind: string } = never,
>(options: JournalOptions<Entry, Event, Parts, Packed, Message>): Journal<Entry, Event, Parts, Message> {
  const { show, pack } = options;
  let opened: ReturnType<typeof start> | null = null;
  let resumed: Promise<void> | null = null;

  async function start() {
    const storage = await chooseStorage(options.durable);
    options.onOpen(storage);
    const channel = new BroadcastChannel(options.channel);
    const post = (message: SharedMessage<Entry, Event, Packed> | Message) => channel.postMessage(message);
    const shared: SharedDeps<Entry, Parts> = {
      storage,
      now: () => Date.now(),
      withLock: createTabLock(options.lockPrefix, storage.isDurable),
      sleepUntil,
      onChange: (entry) => {
        show(entry);
        post({ kind: 'changed', ...pack(entry) });
      },
    };
    const runner = options.createRunner(shared, post);
    channel.addEventListener('message', ({ data }: MessageEvent<SharedMessage<Entry, Event, Packed> | Message>) => {
      if (!isShared(data)) {
        options.onMessage?.(data);
      } else if (data.kind === 'act') {
        void runner.actIfHeld(data.id, data.event).catch(() => {});
      } else if (data.kind === 'amend') {
        void runner.amendIfHeld(data.id, data.change).catch(() => {});
      } else {
        const entry = options.unpack(data);
        show(entry);
        // Waits for the lock, and takes over if the other tab closes early.
        runner.follow(entry);
      }
    });
    return { storage, runner, post };
  }

  function open() {
    opened ??= start();
    return opened;
  }

  async function resume(): Promise<void> {
    const { storage, runner } = await open();
    // Oldest first: entries that run in turn queue in this order.
    const entries = (await storage.all()).sort((left, right) => left.createdAt - right.createdAt);
    for (const entry of entries) {
      show(entry);
      runner.follow(entry);
    }
  }

  return {
    open,
    resume() {
      resumed ??= resume();
      return resumed;
    },
    async act(id, event) {
      const { runner, post } = await open();
      if (!(await runner.act(id, event))) post({ kind: 'act', id, event });
    },
    async amend(id, change) {
      const { runner, post } = await open();
      const entry = await runner.amend(id, change);
      // The tab that drives the entry also writes it, so it needs the change.
      if (entry) post({ kind: 'amend', id, change, ...pack(entry) });
    },
    async amendAll(ids, change) {
      const { storage, post } = await open();
      for (const entry of await storage.amendAll(ids, change)) {
        show(entry);
        post({ kind: 'changed', ...pack(entry) });
      }
    },
  };
}

function isShared<Shared extends { kind: 'changed' | 'act' | 'amend' }, Message extends { kind: string }>(
  message: Shared | Message,
): message is Shared {
  return message.kind === 'changed' || message.kind === 'act' || message.kind === 'amend';
}
