/** One time series of a scrape. */
export interface Sample {
  name: string;
  labels: Readonly<Record<string, string>>;
  value: number;
}

export interface Scrape {
  /** Type by name of the family. */
  families: ReadonlyMap<string, string>;
  samples: readonly Sample[];
  /** Value of the only sample with this name and these labels, among others. @throws if there is none, or more than one */
  value(name: string, labels?: Readonly<Record<string, string>>): number;
}

const LINE = /^([a-z_0-9]+)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-z]+)="((?:[^"\\]|\\.)*)"(?:,|$)/gy;
/** What a family of this type adds to its name in samples. In OpenMetrics, counters have a suffix, too. */
const SUFFIXES: Readonly<Record<string, readonly string[]>> = {
  gauge: [''],
  counter: ['', '_total'],
  histogram: ['_bucket', '_sum', '_count'],
};

/** Parses the text format of Prometheus and OpenMetrics. @throws for every line that neither a comment nor a sample of a family is */
export function readMetrics(text: string): Scrape {
  const families = new Map<string, string>();
  const samples: Sample[] = [];
  let names = new Set<string>();
  for (const line of text.split('\n')) {
    if (line === '' || line === '# EOF' || line.startsWith('# HELP ')) continue;
    const [, family, type = ''] = /^# TYPE ([a-z_0-9]+) ([a-z]+)$/.exec(line) ?? [];
    if (family !== undefined) {
      if (families.has(family)) throw new Error(`${family} is declared twice`);
      families.set(family, type);
      names = new Set((SUFFIXES[type] ?? []).map((suffix) => family + suffix));
      continue;
    }
    const sample = readSample(line);
    if (!sample || !names.has(sample.name)) throw new Error(`Not a sample of the family above: ${line}`);
    samples.push(sample);
  }
  return {
    families,
    samples,
    value(name, labels = {}) {
      const wanted = Object.entries(labels);
      const found = samples.filter(
        (each) => each.name === name && wanted.every(([key, value]) => each.labels[key] === value),
      );
      const [only] = found;
      if (!only || found.length > 1) throw new Error(`${found.length} samples of ${name} ${JSON.stringify(labels)}`);
      return only.value;
    },
  };
}

function readSample(line: string): Sample | null {
  const [, name, inBraces = '', number] = LINE.exec(line) ?? [];
  if (name === undefined) return null;
  const labels: Record<string, string> = {};
  let read = 0;
  for (const [all, key = '', value = ''] of inBraces.matchAll(LABEL)) {
    labels[key] = value;
    read += all.length;
  }
  const value = number === 'NaN' ? Number.NaN : Number(number?.replace('+Inf', 'Infinity'));
  return read === inBraces.length && (number === 'NaN' || !Number.isNaN(value)) ? { name, labels, value } : null;
}
