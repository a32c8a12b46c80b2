import type { Browser, Page } from 'playwright';
import { chromium } from 'playwright';
import { testLaunchOptions } from '../../../scripts/browsers/chromium.mjs';
import type { PlainGraph } from '@server/engines/comfyui/testing/editor-pairs';

const START_MS = 120_000;
const CONVERT_MS = 60_000;
/** Widgets of some nodes are added after a node is configured. */
const SETTLE_MS = 60;

/** What this suite uses of the editor's scripting interface. */
interface EditorApp {
  graph: { serialize: () => unknown };
  loadGraphData: (workflow: unknown, clean: boolean, restoreView: boolean, workflowName: null) => Promise<void>;
  graphToPrompt: () => Promise<{ output: unknown }>;
}

type Conversion = { ok: true; prompt: PlainGraph; saved: unknown } | { ok: false; error: string };

/** The editor of a running ComfyUI, in Chromium. What it sends is what ComfyUI runs. */
export class ComfyEditor {
  readonly #browser: Browser;
  readonly #url: string;
  #page: Page | null = null;

  private constructor(browser: Browser, url: string) {
    this.#browser = browser;
    this.#url = url;
  }

  static async open(url: string): Promise<ComfyEditor> {
    const browser = await chromium.launch(testLaunchOptions());
    return new ComfyEditor(browser, url);
  }

  /** Loads a workflow and returns the graph that the editor would queue. */
  convert(workflow: unknown): Promise<Conversion> {
    return this.#run(async ({ given, settleMs }) => {
      const { app } = window as unknown as { app: EditorApp };
      await app.loadGraphData(given, true, false, null);
      await new Promise((resolve) => {
        setTimeout(resolve, settleMs);
      });
      const { output } = await app.graphToPrompt();
      return JSON.stringify({ prompt: output, saved: app.graph.serialize() });
    }, workflow);
  }

  /** Runs a script that builds a workflow with the editor's interface, and returns it as saved and as queued. */
  build(script: string): Promise<Conversion> {
    return this.#run(async ({ given, settleMs }) => {
      const { app } = window as unknown as { app: EditorApp };
      await app.loadGraphData({ nodes: [], links: [], version: 0.4 }, true, false, null);
      // oxlint-disable-next-line no-implied-eval -- the scripts are in this folder
      await (new Function('app', `return (async () => {${String(given)}})()`) as (app: EditorApp) => Promise<void>)(
        app,
      );
      await new Promise((resolve) => {
        setTimeout(resolve, settleMs);
      });
      const saved = JSON.parse(JSON.stringify(app.graph.serialize())) as unknown;
      const { output } = await app.graphToPrompt();
      return JSON.stringify({ prompt: output, saved });
    }, script);
  }

  async close(): Promise<void> {
    await this.#browser.close();
  }

  async #run(
    task: (input: { given: unknown; settleMs: number }) => Promise<string>,
    given: unknown,
  ): Promise<Conversion> {
    const page = (this.#page ??= await this.#openPage());
    try {
      const late = new Promise<never>((_resolve, reject) => {
        setTimeout(() => reject(new Error('The editor did not answer')), CONVERT_MS).unref();
      });
      const text = await Promise.race([page.evaluate(task, { given, settleMs: SETTLE_MS }), late]);
      return { ok: true, ...(JSON.parse(text) as { prompt: PlainGraph; saved: unknown }) };
    } catch (error) {
      // The editor may be in any state now.
      this.#page = null;
      await page.close().catch(() => {});
      return { ok: false, error: String(error) };
    }
  }

  async #openPage(): Promise<Page> {
    const page = await this.#browser.newPage();
    await page.goto(this.#url);
    await page.waitForFunction(
      () => {
        const { LiteGraph } = window as unknown as { LiteGraph?: { registered_node_types?: Record<string, unknown> } };
        return LiteGraph?.registered_node_types?.['KSampler'] !== undefined;
      },
      null,
      { timeout: START_MS },
    );
    // It opens the last or the default workflow by itself once its nodes are known.
    await page.waitForTimeout(3000);
    return page;
  }
}
