import { LosslessNumber } from '@contract/json/lossless';
import { nodeTitle, type Graph } from '@contract/workflow/graph';

export interface PrefixDetails {
  width: number;
  height: number;
  startedAt: Date;
  graph: Graph;
}

/**
 * Expands the variables of a `filename_prefix`: `%width%`, `%height%`, `%year%` to `%second%`,
 * `%date:yyyy-MM-dd%`, and `%Node title.input%` for a literal input. Unknown variables stay unchanged.
 */
export function expandPrefix(prefix: string, details: PrefixDetails): string {
  return prefix.replace(/%([^%]+)%/g, (whole, name: string) => {
    const parts = timeParts(details.startedAt);
    switch (name) {
      case 'width':
        return String(details.width);
      case 'height':
        return String(details.height);
      case 'year':
        return parts.yyyy;
      case 'month':
        return parts.MM;
      case 'day':
        return parts.dd;
      case 'hour':
        return parts.hh;
      case 'minute':
        return parts.mm;
      case 'second':
        return parts.ss;
      case 'date':
        return `${parts.yyyy}${parts.MM}${parts.dd}`;
      default:
        break;
    }
    if (name.startsWith('date:')) {
      const byMark = new Map(Object.entries(parts));
      return name
        .slice('date:'.length)
        .replace(/yyyy|yy|MM|M|dd|d|hh|h|mm|m|ss|s/g, (part) => byMark.get(part) ?? part);
    }
    return inputOf(name, details.graph) ?? whole;
  });
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** Returns the parts in local time, like the editor. */
function timeParts(at: Date) {
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

/** Formats a file name with its counter, such as `prefix_00001_.png`. */
export function countedName(prefix: string, counter: number, extension: string): string {
  return `${prefix}_${String(counter).padStart(5, '0')}_.${extension}`;
}
