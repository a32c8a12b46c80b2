import { parseJson, stringifyJson, type JsonObject, type JsonValue } from '@contract/json/lossless';
import { nodeName, readGraph } from '@contract/workflow/graph';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import { fieldKey } from '@/domains/drafts/field-key';
import type { FillIn } from '@/domains/drafts/fill-ins';
import { andList } from '@/lib/i18n/word-lists';
import { msg, t } from '@/lib/i18n/messages';
import { MAX_PROBLEMS, type UiConversion, type UiProblem } from './conversion-result';
import { asLiteral, fillInOf, setMember } from './exported-value';
import { openGroupNodes } from './group-nodes';
import { NodeReader, type NodeParseResult } from './node-reader';
import { authorParts } from './read-author-parts';
import { InputResolver } from './resolve-input';
import { CONTROL, SeedModes } from './seed-modes';
import { openScopes, widgetKey, type Scope, type ScopeProblem } from './scopes';
import { controlSlots, isUploadButton, type DefinedInput } from './widget-slots';
import { fits, shorten } from './widget-values';
import { BYPASSED, MUTED, readUiWorkflow, type UiNode } from './ui-graph';

const EXPORT_ADVICE = msg('Open the file in ComfyUI, choose Workflow → Export (API), and use the exported file.');

/**
 * Converts a workflow as ComfyUI's editor saves it to the API format, as the editor does when it queues a job. What is not certain is
 * a problem: no part of the graph is guessed (decision 085). Throws nothing.
 * @param newer later versions of some classes: they name the values of a file that was saved with them
 */
export function convertUiWorkflow(
  workflow: JsonValue,
  definitions: NodeDefinitions,
  newer?: NodeDefinitions,
): UiConversion {
  return new Conversion(workflow, definitions, newer).run();
}

/** The same for the text of a workflow, whose numbers keep their digits. @throws JsonSyntaxError if the text is not JSON. */
export function convertUiText(text: string, definitions: NodeDefinitions, newer?: NodeDefinitions): UiConversion {
  return convertUiWorkflow(parseJson(text, { allowNonFinite: true }), definitions, newer);
}

class Conversion {
  private readonly workflow;
  private readonly reader: NodeReader;
  private readonly resolver: InputResolver;
  private readonly problems: UiProblem[] = [];
  private readonly notes: string[] = [];
  private readonly graph: JsonObject = {};
  /** Classes without a definition. */
  private readonly unknownClasses = new Set<string>();
  private readonly seeds = new SeedModes();
  private readonly fillIns: Record<string, FillIn> = {};
  /** Nodes of which the server has an older version, by class and what it lacks. */
  private readonly older = new Map<string, OlderNodes>();

  constructor(workflow: JsonValue, definitions: NodeDefinitions, newer?: NodeDefinitions) {
    this.workflow = openGroupNodes(readUiWorkflow(workflow), definitions);
    this.reader = new NodeReader(this.workflow, definitions, newer);
    this.resolver = new InputResolver(this.reader);
  }

  run(): UiConversion {
    const { unreadable } = this.workflow;
    if (unreadable.length > 0) {
      this.addWhole(
        t(
          '{count, plural, one {# entry of its node list has} other {# entries of its node list have}} no id or class, or an id twice.',
          { count: unreadable.length },
        ),
      );
    }
    const { scopes, problems } = openScopes(this.workflow, this.reader);
    for (const problem of problems) this.addScopeProblem(problem);
    for (const scope of scopes) for (const node of scope.graph.nodes.values()) this.addNode(scope, node);
    // Problems can be those of unknown classes, such as a value that leads to one of them.
    const unknownClasses = [...this.unknownClasses];
    if (this.problems.length > 0 && unknownClasses.length === 0) return this.failure();
    const result = readGraph(this.graph);
    if (!result.ok) {
      this.addWhole(result.problem.kind === 'empty' ? t('No node of it runs.') : `${result.problem.message}.`);
      return this.failure();
    }
    const { modes, shared } = this.seeds.read();
    for (const { nodeId, input } of shared) {
      this.notes.push(
        t('{node}: “{input}” gets its value from a primitive that other inputs use too, so it stays after a run.', {
          node: nodeName(result.graph, nodeId) ?? nodeId,
          input,
        }),
      );
    }
    for (const nodes of this.older.values()) this.notes.push(olderNote(nodes));
    const { author, notes: formNotes } = authorParts(this.workflow, result.graph, this.unknownClasses);
    return {
      ok: true,
      text: stringifyJson(this.graph, 2),
      notes: [...this.notes, ...formNotes],
      formNotes,
      seedModes: modes,
      fillIns: this.fillIns,
      author,
      unknownClasses,
    };
  }

  private failure(): UiConversion {
    return { ok: false, problems: this.problems.slice(0, MAX_PROBLEMS) };
  }

  private addNode(scope: Scope, node: UiNode): void {
    if (node.mode === MUTED || node.mode === BYPASSED) return;
    const reading = this.reader.read(node);
    switch (reading.kind) {
      case 'class':
        this.addClassNode(scope, node, reading);
        return;
      case 'group_node':
        this.add(
          scope,
          node,
          t(
            'It is a group node, the predecessor of subgraphs, and does not fit the group that the file has under its name.',
          ),
          t('Open the file in ComfyUI, which turns group nodes into subgraphs, check it and save it again.'),
        );
        return;
      case 'broadcast':
        this.add(
          scope,
          node,
          t('It connects other nodes when ComfyUI’s editor queues: these connections are not in the file.'),
          t(EXPORT_ADVICE),
        );
        return;
      case 'subgraph':
      case 'reroute':
      case 'primitive':
      case 'get':
      case 'set':
      case 'decoration':
        // Has its effect where inputs are resolved, or none.
        return;
    }
  }

  private addClassNode(scope: Scope, node: UiNode, { inputs, widgets }: NodeParseResult): void {
    if (!widgets) {
      this.unknownClasses.add(node.type);
      const values: JsonObject = {};
      for (const [name, value] of Object.entries(node.namedValues ?? {}))
        setMember(values, name, asLiteral('*', value));
      this.addLinks(scope, node, inputs, [], values);
      this.setNode(scope, node, values);
      return;
    }
    if (widgets.misfit !== null) {
      this.add(
        scope,
        node,
        `${widgets.misfit} ${t('The file was saved with another version of the class.')}`,
        t('Open the file in a ComfyUI of this version, check the node and save it again.'),
      );
      return;
    }
    const values: JsonObject = {};
    const names = new Set<string>();
    for (const input of widgets.inputs) {
      if (input.widget === null) continue;
      names.add(input.name);
      const isLinked = inputs.some(({ name, link }) => name === input.name && link !== null);
      const given = scope.widgetValues.get(widgetKey(node.id, input.name));
      const value = given ?? widgets.values.get(input.name);
      if (value === undefined) continue;
      if (given !== undefined && !fits(input, given)) this.addMisfit(scope, node, input.name, given);
      setMember(values, input.name, asLiteral(input.type, value));
      if (!isLinked) this.addFillIn(scope, node, input);
      if (input.widget !== 'whole' || isLinked) continue;
      const control = scope.widgetValues.get(widgetKey(node.id, CONTROL)) ?? widgets.controls.get(input.name);
      this.seeds.add({ nodeId: scope.prefix + node.id, input: input.name, control, primitive: null });
    }
    for (const [name, value] of widgets.values) {
      if (!Object.hasOwn(values, name) && !names.has(name)) setMember(values, name, asLiteral('*', value));
    }
    this.addLinks(scope, node, inputs, widgets.inputs, values);
    const { disagreeing } = widgets;
    if (disagreeing.length > 0) {
      const listed = andList(disagreeing.map((name) => `“${name}”`));
      this.note(
        scope,
        node,
        t(
          '{inputs}: the file has two different values. The one that ComfyUI runs is used, not the one saved by name.',
          { inputs: listed },
        ),
      );
    }
    if (widgets.leftOut.length > 0) this.addOlder(scope, node, widgets.leftOut);
    if (widgets.defaulted.length > 0) {
      const listed = widgets.defaulted.filter((name) => Object.hasOwn(values, name)).map((name) => `“${name}”`);
      if (listed.length > 0)
        this.note(scope, node, t('{inputs}: not in the file, so the default is used.', { inputs: listed.join(', ') }));
    }
    this.setNode(scope, node, values);
  }

  private addOlder(scope: Scope, node: UiNode, leftOut: readonly string[]): void {
    const key = `${node.type}\u0000${leftOut.join('\u0000')}`;
    const known = this.older.get(key) ?? { ids: [], names: new Set(), classType: node.type, leftOut };
    known.ids.push(scope.prefix + node.id);
    known.names.add(this.reader.displayName(node));
    this.older.set(key, known);
  }

  private setNode(scope: Scope, node: UiNode, inputs: JsonObject): void {
    const title = this.reader.displayName(node);
    setMember(this.graph, scope.prefix + node.id, { class_type: node.type, inputs, _meta: { title } });
  }

  private addFillIn(scope: Scope, node: UiNode, input: DefinedInput): void {
    const kind = fillInOf(input);
    if (kind) this.fillIns[fieldKey(scope.prefix + node.id, input.name)] = kind;
  }

  private addLinks(
    scope: Scope,
    node: UiNode,
    inputs: NodeParseResult['inputs'],
    defined: readonly DefinedInput[],
    values: JsonObject,
  ): void {
    for (const input of inputs) {
      if (isUploadButton(input.type)) continue;
      const source = this.resolver.resolve(scope, node, input);
      if (source.kind === 'nothing') continue;
      if (source.kind === 'problem') {
        this.add(scope, node, source.message, source.advice);
        continue;
      }
      // An input that was once a widget, and that this version of the class does not have.
      if (
        input.widget !== null &&
        this.reader.read(node).widgets !== null &&
        !defined.some(({ name }) => input.name === name || input.name.startsWith(`${name}.`))
      ) {
        this.add(
          scope,
          node,
          t('Its class has no input “{name}”, which is connected.', { name: input.name }),
          t('The class differs between the two ComfyUI versions: connect it again in ComfyUI.'),
        );
        continue;
      }
      const widget = defined.find(({ name }) => name === input.name);
      if (source.kind === 'value' && widget?.widget && !fits(widget, source.value)) {
        this.addMisfit(scope, node, input.name, source.value);
        continue;
      }
      const value = source.kind === 'output' ? [source.nodeId, source.slot] : asLiteral(input.type, source.value);
      setMember(values, input.name, value);
      // The editor writes a primitive into the widget, and takes the value of a subgraph's own widget as written.
      if (source.kind === 'value' && source.primitive && widget) this.addFillIn(scope, node, widget);
      // Other numbers have no place in the form to show that they change.
      if (source.kind !== 'value' || !source.primitive || widget?.widget !== 'whole' || controlSlots(widget) === 0)
        continue;
      const { id, control } = source.primitive;
      this.seeds.add({ nodeId: scope.prefix + node.id, input: input.name, control, primitive: id });
    }
  }

  /** A value of a primitive or of a promoted widget, which are saved apart from the node. */
  private addMisfit(scope: Scope, node: UiNode, name: string, value: JsonValue): void {
    this.add(
      scope,
      node,
      t(
        'The value {value} does not fit its input “{name}”. It comes from a primitive node or from the subgraph around it.',
        { value: shorten(value), name },
      ),
      t('Open the file in a ComfyUI of this version, check the value and save it again.'),
    );
  }

  private add(scope: Scope, node: UiNode, message: string, advice: string): void {
    if (this.problems.length > MAX_PROBLEMS) return;
    const title = this.reader.displayName(node);
    this.problems.push({ nodeId: scope.prefix + node.id, title, classType: node.type, message, advice });
  }

  private addWhole(message: string): void {
    this.problems.push({ nodeId: '', title: '', classType: '', message, advice: t(EXPORT_ADVICE) });
  }

  private addScopeProblem({ scope, node, kind, detail }: ScopeProblem): void {
    switch (kind) {
      case 'cycle':
        this.add(
          scope,
          node,
          t('The subgraph “{name}” contains itself.', { name: detail }),
          t('Remove the inner one in ComfyUI.'),
        );
        return;
      case 'too_many':
        this.add(
          scope,
          node,
          t('With all its subgraphs, the workflow has more than {count} nodes.', { count: detail }),
          t(EXPORT_ADVICE),
        );
        return;
      case 'lost_value':
        this.add(
          scope,
          node,
          t('It has a value that its subgraph does not accept: {values}.', { values: detail }),
          t('Open the file in ComfyUI, check the node and save it again.'),
        );
        return;
    }
  }

  private note(scope: Scope, node: UiNode, text: string): void {
    this.notes.push(
      t('Node {nodeId} ({name}): {text}', {
        nodeId: scope.prefix + node.id,
        name: this.reader.displayName(node),
        text,
      }),
    );
  }
}

interface OlderNodes {
  ids: string[];
  names: Set<string>;
  classType: string;
  /** Inputs that the class of the server does not have. */
  leftOut: readonly string[];
}

/** Workflows have many nodes of the same class, often in subgraphs. */
function olderNote({ ids, names, classType, leftOut }: OlderNodes): string {
  const [first = ''] = names;
  const text = t(
    '{count, plural, one {{inputs}: this server has an older version of the class without it, so its value is left out.} other {{inputs}: this server has an older version of the class without them, so their values are left out.}}',
    { count: leftOut.length, inputs: andList(leftOut.map((name) => `“${name}”`)) },
  );
  const name = names.size === 1 ? first : classType;
  return ids.length === 1
    ? t('Node {nodeId} ({name}): {text}', { nodeId: ids[0] ?? '', name, text })
    : t('Nodes {nodeIds} ({name}): {text}', { nodeIds: andList(ids, MAX_LISTED), name, text });
}

const MAX_LISTED = 12;
