import { LosslessNumber } from '@contract/json/lossless';
import { nodeTitle, type Graph } from '@contract/workflow/graph';

export interface PrefixFacts {
  width: number;
  height: number;
  startedAt: Date;
  graph: Graph;
}

/**
 * What stands between percent signs in a `filename_prefix`: `%width%`, `%height%`, `%year%` to `%second%`,
 * `%date:yyyy-MM-dd%`, and `%Node title.input%` for a literal input. What is unknown stays as it is.
 */
export function expandPrefix(prefix: string, facts: PrefixFacts): string {
  return prefix.replace(/%([^%]+)%/g, (whole, name: string) => {
    const parts = timeParts(facts.startedAt);
    switch (name) {
      case 'width':
        return String(facts.width);
      case 'height':
        return String(facts.height);
      case 'year':
        return parts['yyyy'] as string;
      case 'month':
        return parts['MM'] as string;
      case 'day':
        return parts['dd'] as string;
      case 'hour':
        return parts['hh'] as string;
      case 'minute':
        return parts['mm'] as string;
      case 'second':
        return parts['ss'] as string;
      case 'date':
        return `${parts['yyyy']}${parts['MM']}${parts['dd']}`;
      default:
        break;
    }
    if (name.startsWith('date:')) {
      return name.slice('date:'.length).replace(/yyyy|yy|MM|M|dd|d|hh|h|mm|m|ss|s/g, (part) => parts[part] ?? part);
    }
    return inputOf(name, facts.graph) ?? whole;
  });
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** In local time, as the editor writes it. */
function timeParts(at: Date): Record<string, string> {
  const year = String(at.getFullYear());
  return {
    yyyy: year,
    yy: year.slice(-2),
    MM: two(at.getMonth() + 1),
    M: String(at.getMonth() + 1),
    dd: two(at.getDate()),
    d: String(at.getDate()),
    hh: two(at.getHours()),
    h: String(at.getHours()),
    mm: two(at.getMinutes()),
    m: String(at.getMinutes()),
    ss: two(at.getSeconds()),
    s: String(at.getSeconds()),
  };
}

function inputOf(name: string, graph: Graph): string | null {
  const dot = name.lastIndexOf('.');
  if (dot <= 0) return null;
  const title = name.slice(0, dot);
  for (const node of graph.values()) {
    if (nodeTitle(node) !== title && node.classType !== title && node.id !== title) continue;
    const value = node.inputs[name.slice(dot + 1)];
    if (typeof value === 'string' || typeof value === 'number' || value instanceof LosslessNumber) return String(value);
  }
  return null;
}

/** `prefix_00001_.png` */
export function countedName(prefix: string, counter: number, extension: string): string {
  return `${prefix}_${String(counter).padStart(5, '0')}_.${extension}`;
}
