import { keepClosingText } from '@/domains/drafts/closing-text';
import type { Draft } from '@/domains/drafts/draft';
import { asOtherVersion } from '@/domains/drafts/draft-record';
import { readDraft, updateDraft, writeDraft } from '@/domains/drafts/drafts';

/** Stores the draft of a session. A version that another tab or browser has stored is never replaced (decision 123). */
export class DraftSaves {
  /** Untouched drafts are deleted after a day, open or not: those are stored again by their first edit. */
  private isUntouched: boolean;
  /** Texts that the session has read, stored, or is storing. */
  private known: readonly string[];
  /** The stored version is not the one that the session edits. */
  private isOvertaken = false;

  constructor({ isUntouched, text }: Draft) {
    this.isUntouched = isUntouched === true;
    this.known = [text];
  }

  /** @param isLeaving the page may close before any read finishes, so nothing is looked up first */
  async store(draft: Draft, isLeaving: boolean): Promise<'saved' | 'both' | 'failed' | 'deleted'> {
    if (isLeaving && this.isOvertaken) return (await writeDraft(asOtherVersion(draft))) ? 'saved' : 'failed';
    if (isLeaving) keepClosingText(draft);
    const { known } = this;
    this.known = [...known, draft.text];
    const outcome = isLeaving || this.isUntouched ? await this.write(draft) : await updateDraft(draft, known);
    if (outcome === 'saved' || outcome === 'both') {
      this.isUntouched = false;
      this.isOvertaken = false;
      if (this.known.at(-1) === draft.text) this.known = [draft.text];
    }
    return outcome;
  }

  async write(draft: Draft): Promise<'saved' | 'failed'> {
    return (await writeDraft(draft)) ? 'saved' : 'failed';
  }

  /** Returns what another tab or browser has stored since; `null` if there is nothing new, or if the session must keep its own. */
  async newer({ id, title }: Draft, canReplace: () => boolean): Promise<Draft | null> {
    const stored = await readDraft(id).catch(() => null);
    if (!stored) return null;
    const isKnown = this.known.includes(stored.text);
    if (isKnown && stored.title === title) return null;
    if (!canReplace()) {
      this.isOvertaken ||= !isKnown;
      return null;
    }
    this.known = [stored.text];
    return stored;
  }
}
