import { rm } from 'node:fs/promises';
import type { Graph } from '@contract/workflow/graph';
import type { EngineEvent, EngineOutput } from '../../engine';
import { safeFileName } from '../../safe-name';
import { ComfyRejection, type ComfyClient } from '../client/comfy-client';
import { outputTypeOf } from './file-kinds';
import { fetchOutputFile } from './output-files';
import { identityOf, type ReportedOutput } from './reported-outputs';

interface CollectorParts {
  client: ComfyClient;
  graph: Graph;
  workDir: string;
  maxBytes: number;
  report: (event: EngineEvent) => void;
  signal: AbortSignal;
}

/**
 * Downloads reported outputs during the run, sequentially and in the order of their report. A failed download stays in the queue,
 * and `drain` retries it.
 */
export class OutputCollector {
  readonly #parts: CollectorParts;
  readonly #known = new Set<string>();
  readonly #names = new Map<string, Set<string>>();
  #waiting: ReportedOutput[] = [];
  #work: Promise<void> = Promise.resolve();

  constructor(parts: CollectorParts) {
    this.#parts = parts;
  }

  add(outputs: readonly ReportedOutput[]): void {
    for (const output of outputs) {
      const identity = identityOf(output);
      if (this.#known.has(identity)) continue;
      this.#known.add(identity);
      this.#waiting.push(output);
    }
    this.#work = this.#work.then(() => this.#deliver().catch(() => {}));
  }

  /** Adds an image that a node sent as a frame instead of a file. */
  addBytes(nodeId: string, contentType: string, bytes: Uint8Array): void {
    const name = this.#freeName(nodeId, `frame.${contentType.split('/')[1] ?? 'bin'}`, '');
    const output: EngineOutput = {
      nodeId,
      name,
      type: outputTypeOf(contentType, name, 'images'),
      contentType,
      content: { bytes },
    };
    this.#work = this.#work.then(() => this.#parts.report({ kind: 'output', output }));
  }

  /** Resolves when everything so far is delivered. @throws the error of the next queued download. */
  async drain(): Promise<void> {
    await this.#work;
    const last = this.#deliver();
    this.#work = last.catch(() => {});
    await last;
  }

  /** Resolves when no more outputs are reported. */
  async settle(): Promise<void> {
    await this.#work;
  }

  async #deliver(): Promise<void> {
    for (;;) {
      const [next] = this.#waiting;
      if (!next || this.#parts.signal.aborted) return;
      const output = await this.#fetch(next);
      this.#waiting.shift();
      if (this.#parts.signal.aborted) {
        if ('path' in output.content) await rm(output.content.path, { force: true });
        return;
      }
      this.#parts.report({ kind: 'output', output });
    }
  }

  async #fetch(reported: ReportedOutput): Promise<EngineOutput> {
    if (reported.kind === 'file') return this.#fetchFile(reported);
    const { nodeId, key } = reported;
    const stem = `${this.#parts.graph.get(nodeId)?.classType ?? 'node'}_${nodeId}`.replaceAll(/[^\w.-]+/g, '_');
    if (reported.kind === 'text') {
      const name = this.#freeName(nodeId, `${stem}.txt`, '');
      const bytes = new TextEncoder().encode(reported.text);
      return { nodeId, name, type: 'text', contentType: 'text/plain; charset=utf-8', content: { bytes } };
    }
    const name = this.#freeName(nodeId, `${stem}_${key.replaceAll(/[^\w.-]+/g, '_')}.json`, '');
    const bytes = new TextEncoder().encode(JSON.stringify(reported.value));
    return { nodeId, name, type: 'text', contentType: 'application/json', content: { bytes } };
  }

  async #fetchFile(reported: Extract<ReportedOutput, { kind: 'file' }>): Promise<EngineOutput> {
    const { nodeId, ranAs, key, file, isGuess } = reported;
    const { client, workDir, maxBytes, signal } = this.#parts;
    try {
      const { path, contentType } = await fetchOutputFile(client, file, { workDir, maxBytes, signal });
      const name = this.#freeName(nodeId, file.filename.split(/[/\\]/).at(-1) || 'output', file.subfolder);
      return { nodeId, name, type: outputTypeOf(contentType, name, key), contentType, content: { path } };
    } catch (error) {
      if (!isGuess || !(error instanceof ComfyRejection)) throw error;
      // The path of a mesh may name an input; a string that only looked like a path is a text output.
      if (file.folder === 'output') return this.#fetchFile({ ...reported, file: { ...file, folder: 'input' } });
      const text = file.subfolder === '' ? file.filename : `${file.subfolder}/${file.filename}`;
      return this.#fetch({ kind: 'text', nodeId, ranAs, key, text, copy: 0 });
    }
  }

  /** Outputs are identified by node and name, so files of the same name in two folders must not replace each other. */
  #freeName(nodeId: string, given: string, subfolder: string): string {
    const name = safeFileName(given);
    const taken = this.#names.get(nodeId) ?? new Set<string>();
    this.#names.set(nodeId, taken);
    const dot = name.lastIndexOf('.');
    const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
    const inFolder = subfolder === '' ? name : safeFileName(`${subfolder}/${name}`);
    let free = taken.has(name) ? inFolder : name;
    for (let count = 2; taken.has(free); count += 1) free = `${stem} (${count})${extension}`;
    taken.add(free);
    return free;
  }
}
